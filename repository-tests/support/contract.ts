import type { RunReport } from '@vehicle-lookup/contract-tests';
import { bin, type ProgramResult, run, startServer } from '@vehicle-lookup/testing';

const ACCOUNT = { VEHICLE_LOOKUP_USER: 'demo', VEHICLE_LOOKUP_KEY: 'demo-key' };

/** Runs a repository's contract suite. */
export const verify = (repository: string, baseUrl: string, args: string[] = []): Promise<ProgramResult> =>
  run(bin('contract', repository), ['verify', '--base-url', baseUrl, ...args], { env: ACCOUNT });

/** Runs a repository's contract suite against its mock. */
export async function verifyMock(repository: string): Promise<RunReport> {
  const mock = await startServer(bin('mock', repository), ['--port', '0']);
  const { out, err } = await verify(repository, mock.address, ['--target', 'mock', '--json']);
  await mock.stop();
  if (err) throw new Error(err);
  return JSON.parse(out);
}
