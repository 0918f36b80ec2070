import { operationTable } from '@vehicle-lookup/contract';
import { account, accounts, KEY, USER } from '../self-test/correct-service.ts';
import { contractDocument, contractOperations } from '../src/plan/document.ts';

/** A request of the tests that a user would write by hand around a peer, and the status that it must have. */
export interface Probe {
  name: string;
  operation: string;
  query: Record<string, string>;
  status: number;
}

const wrongAccounts = { 'a wrong key': { user: USER, key: 'wrong' }, 'a wrong user': { user: 'nobody', key: KEY } };
/** Values that keep the rule of the parameter and lead nowhere, and values that break it. */
const unknown: Record<string, string> = { vin: 'ZZZZZZZZZZZZZZZZZ', carId: '999999999', brand: 'none', model: 'none' };
const malformed: Record<string, string> = { vin: 'IOQ', carId: 'many' };

/** More requests than the suite makes: every operation correctly and with every mistake, and the two other accounts. */
export const probes: Probe[] = contractOperations(contractDocument(), operationTable).flatMap(({ entry, values }) => {
  const right = { ...entry.selectors, ...values };
  const [name = ''] = Object.keys(values);
  const without = Object.fromEntries(Object.entries(right).filter(([own]) => own !== name));
  const own = (why: string, status: number, query: Record<string, string>): Probe => ({
    name: `${entry.id}: ${why}`,
    operation: entry.id,
    query,
    status,
  });
  return [
    own('right', 200, { ...account, ...right }),
    own('no credentials', 401, right),
    ...Object.entries(wrongAccounts).map(([why, wrong]) => own(why, 401, { ...wrong, ...right })),
    ...(name in unknown ? [own(`unknown ${name}`, 404, { ...account, ...right, [name]: unknown[name] ?? '' })] : []),
    ...(name in malformed ? [own(`wrong ${name}`, 400, { ...account, ...right, [name]: malformed[name] ?? '' })] : []),
    ...(name ? [own(`no ${name}`, 400, { ...account, ...without })] : []),
    ...(entry.statuses.includes('403') ? [own('not in the plan', 403, { ...accounts.forbidden, ...right })] : []),
    ...(entry.id === 'listBrands' ? [own('nothing left', 429, { ...accounts.exhausted, ...right })] : []),
  ];
});

/** Where a probe goes at a front. */
export const addressOf = (base: string, { operation, query }: Probe): string =>
  `${base}/${operation}?${new URLSearchParams(query)}`;
