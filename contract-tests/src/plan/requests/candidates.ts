import type { OperationEntry, OperationTable } from '@vehicle-lookup/selectors';
import type { Accounts } from '../data.ts';
import type { ContractOperation } from '../document.ts';
import type { KnownData } from '../known-data.ts';
import type { Candidate, Request } from '../request.ts';
import { goodQuery, replaced } from './good-query.ts';
import { unknownValue } from './malformed-values.ts';
import { invalidCredentials, missingCredentials, type WrongCredentials } from './wrong-credentials.ts';
import { wrongRequests } from './wrong-requests.ts';

const declares = ({ statuses }: OperationEntry, status: string): boolean => statuses.includes(status);

/** The goal of a declared reply, whatever its envelope. */
export const cellGoal = (operation: string, status: string): string => `${status} ${operation}`;

/** A good request. */
export const success = ({ entry }: ContractOperation): Candidate => ({
  id: `${entry.id} good`,
  operation: entry.id,
  status: '200',
  why: 'good request',
  goals: [cellGoal(entry.id, '200')],
  query: (known) => goodQuery(entry, known),
});

/** One parameter at a time with a value that cannot exist, or that the user knows to be missing. */
export function unknownInput({ entry }: ContractOperation, known: KnownData): Candidate[] {
  if (!declares(entry, '404')) return [];
  return Object.entries(entry.parameters).flatMap(([name, rule]): Candidate[] => {
    const made = rule.required ? unknownValue(rule, known.value(entry.id, name)) : undefined;
    if (made === undefined) return [];
    return [
      {
        id: `${entry.id} unknown ${name}`,
        operation: entry.id,
        status: '404',
        why: `unknown ${name}`,
        parameter: name,
        goals: [cellGoal(entry.id, '404'), 'status 404', `unknown ${name}`, `unknown ${name} ${entry.id}`],
        query: (current) => replaced(goodQuery(entry, current), name, current.missing(name) ?? made),
      },
    ];
  });
}

/** Requests that the document does not allow. */
export function badRequests(table: OperationTable, { entry }: ContractOperation, known: KnownData): Candidate[] {
  if (!declares(entry, '400')) return [];
  const all = (current: KnownData) => wrongRequests(table, entry, current);
  return all(known).map(({ kind, detail, parameter, form, breaks, query: _ }) => ({
    id: `${entry.id} ${kind} ${detail}`.trim(),
    operation: entry.id,
    status: '400',
    why: kind,
    ...(parameter === undefined ? {} : { parameter }),
    ...(form === undefined ? {} : { form }),
    goals: [
      cellGoal(entry.id, '400'),
      'status 400',
      `kind ${kind}`,
      `form ${kind} ${detail}`,
      ...(breaks === undefined ? [] : [`breaks ${breaks}`]),
    ],
    query: (current) => all(current).find((wrong) => wrong.kind === kind && wrong.detail === detail)?.query,
  }));
}

/** Requests without credentials. */
export const unauthenticated = (table: OperationTable, operation: ContractOperation): Candidate[] =>
  withCredentials(operation, missingCredentials(table), []);

/**
 * Credentials that no account has; only they show that an operation looks at the values at all. Each operation gets one
 * of them while there are enough: a service may lock an account out after several wrong keys.
 * @param seed chooses which operation gets which
 */
export function wrongAccounts(
  table: OperationTable,
  operations: readonly ContractOperation[],
  another: boolean,
  seed: number,
): Candidate[] {
  const declaring = operations.filter(({ entry }) => declares(entry, '401'));
  const wrong = invalidCredentials(table, another);
  return declaring.flatMap((operation, index) => {
    const place = (index + seed) % declaring.length;
    const own = wrong.filter((_, number) => number % declaring.length === place);
    return withCredentials(operation, own.length > 0 ? own : wrong.slice(-1), [cellGoal(operation.entry.id, '401')]);
  });
}

function withCredentials({ entry }: ContractOperation, wrong: WrongCredentials[], goals: string[]): Candidate[] {
  if (!declares(entry, '401')) return [];
  return wrong.map(({ kind, faults }) => {
    const detail = Object.entries(faults).map(([name, fault]) => `${name} ${fault}`);
    return {
      id: `${entry.id} ${kind} ${detail.join(' ')}`,
      operation: entry.id,
      status: '401',
      why: kind,
      faults,
      goals: [...goals, 'status 401', `kind ${kind}`, `credential ${detail.join(' ')}`],
      query: (known) => goodQuery(entry, known),
    };
  });
}

/** Good requests of the other accounts, which a service refuses. */
export function otherAccounts({ entry }: ContractOperation, accounts: Accounts): Candidate[] {
  const accountsOfStatus: [account: NonNullable<Request['account']>, status: string][] = [
    ['forbidden', '403'],
    ['exhausted', '429'],
  ];
  return accountsOfStatus
    .filter(([account, status]) => accounts[account] && declares(entry, status))
    .map(([account, status]) => ({
      id: `${entry.id} ${account}`,
      operation: entry.id,
      status,
      why: `${account} account`,
      account,
      goals: [cellGoal(entry.id, status), `status ${status}`],
      query: (known) => goodQuery(entry, known),
    }));
}

/** Every named example of every status, asked for by name; a status without a named example by its code. */
export function preferred({ entry, examples }: ContractOperation): Candidate[] {
  const { id, statuses } = entry;
  return statuses.flatMap((status) => {
    const names = examples[status] ?? [];
    const ask = (example?: string): Candidate => ({
      id: `${id} prefer ${status} ${example ?? ''}`.trim(),
      operation: id,
      status,
      ...(status === '200' && example !== undefined ? { envelope: example } : {}),
      why: example ?? `status ${status}`,
      prefer: `code=${status}${example === undefined ? '' : `, example=${example}`}`,
      goals: [cellGoal(id, status)],
      query: (known) => goodQuery(entry, known),
    });
    return names.length > 0 ? names.map((name) => ask(name)) : /^\d+$/.test(status) ? [ask()] : [];
  });
}
