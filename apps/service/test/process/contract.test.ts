import { operationTable } from '@vehicle-lookup/contract';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { type ContractReport, verify } from '../support/contract.ts';
import { createAccount, serve } from '../support/service.ts';

/** Returns the operations with a correct response for this status. */
const observed = ({ cells }: ContractReport, status: string): string[] =>
  cells.filter((cell) => cell.status === status && cell.state === 'pass').map(({ operation }) => operation);

const all = operationTable.operations.map(({ id }) => id);
const withInput = operationTable.operations.filter(({ parameters }) => Object.keys(parameters).length > 0);
const restricted = operationTable.operations.filter(({ statuses }) => statuses.includes('403')).map(({ id }) => id);

test('the service returns a correct response for every declared status that a request can cause', async () => {
  const data = temporaryDirectory();
  const service = await serve(data, ['--demo']);
  const paid = await verify(service.address, await createAccount(data, 'paid', 'standard'));
  const free = await verify(service.address, await createAccount(data, 'free', 'free'));
  expect(paid).toMatchObject({ verdict: 'conformant', findings: [] });
  // A successful response of an excluded operation is not applicable.
  expect(free).toMatchObject({ verdict: 'conformant', findings: [] });

  expect(observed(paid, '200')).toEqual(all);
  expect(observed(paid, '400')).toEqual(all);
  expect(observed(paid, '401')).toEqual(all);
  expect(observed(paid, '404')).toEqual(withInput.map(({ id }) => id));
  expect(observed(free, '403')).toEqual(restricted);
  expect([all.length, withInput.length, restricted.length]).toEqual([10, 9, 2]);
  // The service sends only the full envelope.
  const envelopes = paid.cells.filter(({ state, status }) => state === 'pass' && status === '200');
  expect(new Set(envelopes.map(({ envelope }) => envelope))).toEqual(new Set(['full']));
});
