import type { OperationEntry, OperationTable } from '@vehicle-lookup/operations';
import type { DocumentedOperation } from '../document.ts';
import type { Planned, Request } from '../request.ts';
import type { Values } from '../values.ts';
import { unknownValue } from './forms.ts';
import { goodQuery, replaced } from './good-query.ts';
import { invalidCredentials, missingCredentials, type WrongCredentials } from './wrong-credentials.ts';
import { wrongRequests } from './wrong-requests.ts';

/** The accounts that a run may use beside its own. */
export type Accounts = Partial<Record<'forbidden' | 'exhausted', Record<string, string>>>;

const declares = ({ statuses }: OperationEntry, status: string): boolean => statuses.includes(status);

/** The goal of a declared answer, whatever its envelope. */
export const cellGoal = (operation: string, status: string): string => `${status} ${operation}`;

/** A good request. */
export const success = ({ entry }: DocumentedOperation): Planned => ({
  id: `${entry.id} good`,
  operation: entry.id,
  status: '200',
  why: 'good request',
  goals: [cellGoal(entry.id, '200')],
  query: (values) => goodQuery(entry, values),
});

/** One parameter at a time with a value that cannot exist, or that the user knows to be missing. */
export function unknownInput({ entry, values }: DocumentedOperation): Planned[] {
  if (!declares(entry, '404')) return [];
  return Object.entries(entry.parameters).flatMap(([name, rule]): Planned[] => {
    const made = rule.required ? unknownValue(rule, values[name] ?? '') : undefined;
    if (made === undefined) return [];
    return [
      {
        id: `${entry.id} unknown ${name}`,
        operation: entry.id,
        status: '404',
        why: `unknown ${name}`,
        parameter: name,
        goals: [cellGoal(entry.id, '404'), 'status 404', `unknown ${name}`, `unknown ${name} ${entry.id}`],
        query: (known) => replaced(goodQuery(entry, known), name, known.missing(name) ?? made),
      },
    ];
  });
}

/** Requests that the document does not allow. */
export function badRequests(table: OperationTable, { entry }: DocumentedOperation, values: Values): Planned[] {
  if (!declares(entry, '400')) return [];
  const all = (known: Values) => wrongRequests(table, entry, known);
  return all(values).map(({ kind, detail, parameter, form, breaks, query: _ }) => ({
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
    query: (known) => all(known).find((wrong) => wrong.kind === kind && wrong.detail === detail)?.query,
  }));
}

/** Credentials that are not there. */
export const unauthenticated = (table: OperationTable, operation: DocumentedOperation): Planned[] =>
  withCredentials(operation, missingCredentials(table), []);

/**
 * Credentials that no account has; only they show that an operation looks at the values at all. They are shared out
 * among the operations, one to each while there are enough of those: a service may lock an account out after several wrong
 * keys.
 * @param seed chooses whose operation gets which
 */
export function refused(
  table: OperationTable,
  operations: readonly DocumentedOperation[],
  another: boolean,
  seed: number,
): Planned[] {
  const declaring = operations.filter(({ entry }) => declares(entry, '401'));
  const wrong = invalidCredentials(table, another);
  return declaring.flatMap((operation, index) => {
    const place = (index + seed) % declaring.length;
    const own = wrong.filter((_, number) => number % declaring.length === place);
    return withCredentials(operation, own.length > 0 ? own : wrong.slice(-1), [cellGoal(operation.entry.id, '401')]);
  });
}

function withCredentials({ entry }: DocumentedOperation, wrong: WrongCredentials[], goals: string[]): Planned[] {
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
      query: (values) => goodQuery(entry, values),
    };
  });
}

/** What the other accounts make a service answer. */
export function otherAccounts({ entry }: DocumentedOperation, accounts: Accounts): Planned[] {
  const asked: [account: NonNullable<Request['account']>, status: string][] = [
    ['forbidden', '403'],
    ['exhausted', '429'],
  ];
  return asked
    .filter(([account, status]) => accounts[account] && declares(entry, status))
    .map(([account, status]) => ({
      id: `${entry.id} ${account}`,
      operation: entry.id,
      status,
      why: `${account} account`,
      account,
      goals: [cellGoal(entry.id, status), `status ${status}`],
      query: (values) => goodQuery(entry, values),
    }));
}

/** Every named example of every status, asked for by name; a status without a named example by its code. */
export function preferred({ entry, examples }: DocumentedOperation): Planned[] {
  const { id, statuses } = entry;
  return statuses.flatMap((status) => {
    const names = examples[status] ?? [];
    const ask = (example?: string): Planned => ({
      id: `${id} prefer ${status} ${example ?? ''}`.trim(),
      operation: id,
      status,
      ...(status === '200' && example !== undefined ? { envelope: example } : {}),
      why: example ?? `status ${status}`,
      prefer: `code=${status}${example === undefined ? '' : `, example=${example}`}`,
      goals: [cellGoal(id, status)],
      query: (values) => goodQuery(entry, values),
    });
    return names.length > 0 ? names.map((name) => ask(name)) : /^\d+$/.test(status) ? [ask()] : [];
  });
}
