import type { RunReport } from '@vehicle-lookup/contract-tests';
import { bin, type ProgramResult, run, startServer } from '@vehicle-lookup/testing';
import { expect } from 'vitest';

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

/** Expects a program to fail with a message that begins with the reason and does not contain a stack trace. */
export function expectRejection({ code, out, err }: ProgramResult, exit: number, ...words: string[]): void {
  expect({ code, err }).toEqual({ code: exit, err: expect.stringMatching(/^\S/) });
  for (const word of words) expect(err).toContain(word);
  expect(out + err).not.toMatch(/^\s+at |node:internal|^Node\.js v/m);
}
