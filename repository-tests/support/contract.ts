import { join } from 'node:path';
import type { Report } from '@vehicle-lookup/contract-tests';
import { MOCK, startPart, withPart } from './parts.ts';
import { type Outcome, run } from './run.ts';

export const CONTRACT = 'contract-tests/bin/vehicle-lookup-contract.js';

/** Runs a repository's contract suite. */
export const verify = (repository: string, baseUrl: string, args: string[] = []): Promise<Outcome> =>
  run(join(repository, CONTRACT), ['verify', '--base-url', baseUrl, '--user', 'demo', '--key', 'demo-key', ...args]);

/** Runs a repository's contract suite against its mock. */
export function verifyMock(repository: string): Promise<Report> {
  return withPart(startPart(repository, MOCK), async ({ address }) => {
    const { out, err } = await verify(repository, address, ['--target', 'mock', '--json']);
    if (err) throw new Error(err);
    return JSON.parse(out);
  });
}
