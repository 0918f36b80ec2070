import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { operationTable } from '@vehicle-lookup/operations';
import { expect, test } from 'vitest';
import type { Credentials } from './support/ask.ts';
import { createAccount, serve, temporaryFolder } from './support/run.ts';

interface Cell {
  operation: string;
  status: string;
  envelope?: string;
  state: string;
}

interface Report {
  verdict: string;
  findings: unknown[];
  cells: Cell[];
}

/** The suite sees the service over HTTP alone. */
async function verify(address: string, { user, key }: Credentials): Promise<Report> {
  const suite = dirname(createRequire(import.meta.url).resolve('@vehicle-lookup/contract-tests/package.json'));
  const args = ['verify', '--target', 'service', '--base-url', address, '--assumptions', 'enforce', '--json'];
  const child = spawn(process.execPath, [join(suite, 'bin/vehicle-lookup-contract.js'), ...args], {
    env: { VEHICLE_LOOKUP_USER: user, VEHICLE_LOOKUP_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  await once(child, 'close');
  expect(err).toBe('');
  return JSON.parse(out);
}

/** The operations with a status that was answered, and rightly. */
const observed = ({ cells }: Report, status: string): string[] =>
  cells.filter((cell) => cell.status === status && cell.state === 'pass').map(({ operation }) => operation);

const all = operationTable.operations.map(({ id }) => id);
const withInput = operationTable.operations.filter(({ parameters }) => Object.keys(parameters).length > 0);
const restricted = operationTable.operations.filter(({ statuses }) => statuses.includes('403')).map(({ id }) => id);

test('every declared cell that a request can provoke is observed on the service, and is right', async () => {
  const data = join(temporaryFolder(), 'data');
  const service = await serve(data);
  const paid = await verify(service.address, await createAccount(data, 'paid', 'standard'));
  const free = await verify(service.address, await createAccount(data, 'free', 'free'));
  expect(paid).toMatchObject({ verdict: 'conformant', findings: [] });
  // Operations that the plan lacks are not seen to succeed.
  expect(free).toMatchObject({ verdict: 'incomplete', findings: [] });

  expect(observed(paid, '200')).toEqual(all);
  expect(observed(paid, '400')).toEqual(all);
  expect(observed(paid, '401')).toEqual(all);
  expect(observed(paid, '404')).toEqual(withInput.map(({ id }) => id));
  expect(observed(free, '403')).toEqual(restricted);
  expect([all.length, withInput.length, restricted.length]).toEqual([10, 9, 2]);
  // Only the full envelope is sent.
  const envelopes = paid.cells.filter(({ state, status }) => state === 'pass' && status === '200');
  expect(new Set(envelopes.map(({ envelope }) => envelope))).toEqual(new Set(['full']));
});
