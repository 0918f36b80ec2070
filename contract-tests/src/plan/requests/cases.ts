import {
  type Basis,
  basisText,
  checkParameter,
  type OperationTable,
  type QueryError,
} from '@vehicle-lookup/openapi/selectors';
import { defined } from '../../defined.ts';
import { keep, oncePer } from '../../once-per.ts';
import type { VerifiedContract } from '../contract.ts';
import { nearFaults } from '../credentials.ts';
import type { OtherAccounts } from '../data.ts';
import type { ContractOperation } from '../document.ts';
import type { KnownData } from '../known-data.ts';
import {
  type Case,
  type CredentialFault,
  goodQuery,
  kindOfExample,
  type Pair,
  type RequestKind,
  replaced,
  type Turn,
} from '../request.ts';
import { classicsOf } from './classics.ts';
import { basisOf, type InvalidQuery, queryError, unknownValue, wrongRequests } from './invalid-requests.ts';

/** The settings that determine the available cases. */
export interface CaseSource {
  known: KnownData;
  accounts: OtherAccounts;
  /** Operations that the account's plan does not include. */
  planLacks: readonly string[];
}

/** Returns all cases for a service, by operation, followed by the cases of the assumption checks. */
export function listCases(contract: VerifiedContract, source: CaseSource): readonly Case[] {
  const { known, accounts, planLacks } = source;
  const key = JSON.stringify([valuesText(contract.table, known), Object.keys(accounts), planLacks]);
  return keep(listsOf(contract), key, () => createCases(contract, source));
}

/** Cached lists of cases, by their settings. A run needs the same list for its plan and its report. */
const listsOf = oncePer((_: VerifiedContract) => new Map<string, readonly Case[]>());

function createCases(contract: VerifiedContract, { known, accounts, planLacks }: CaseSource): Case[] {
  const { table, operations, probeRequests } = contract;
  const hasAnother = Object.keys(accounts).length > 0;
  const documented = operations.flatMap((operation) =>
    declared(operation, [
      ...(planLacks.includes(operation.entry.id)
        ? [valid(operation, 'outside-plan', '403', 'outside the plan')]
        : [
            success(operation),
            ...secondValues(operation, contract),
            ...unknownInput(operation, known),
            ...wildcards(operation),
          ]),
      ...badRequests(table, operation, known),
      ...unauthenticated(table, operation),
      ...wrongAccounts(table, operation, hasAnother),
      ...otherAccounts(operation, accounts),
    ]),
  );
  const possible = probeRequests.filter(({ account }) => account === undefined || accounts[account]);
  return [...documented, ...classics(contract, known), ...possible];
}

/** Returns all cases for a mock, which has no accounts and accepts any non-empty credentials. */
export const listMockCases = (contract: VerifiedContract, known: KnownData): Case[] => [
  ...contract.operations.flatMap((operation) =>
    declared(operation, [
      success(operation),
      ...preferred(operation),
      ...badRequests(contract.table, operation, known),
      ...unauthenticated(contract.table, operation),
    ]),
  ),
  // A mock accepts every value.
  ...classics(contract, known).filter(({ status }) => status !== '404'),
];

/** Returns the cases whose expected status the operation declares. */
const declared = ({ entry }: ContractOperation, cases: readonly Case[]): Case[] =>
  cases.filter(({ status }) => entry.statuses.includes(status));

const ofOne = (kind: string): { turn: Turn } => ({ turn: { kind, overlookedBy: 'one' } });
const ofAll = (kind: string): { turn: Turn } => ({ turn: { kind, overlookedBy: 'all' } });

/** Creates a case from an operation's valid request, with its expected status and the given differences. */
const valid = (
  { entry, restsOf }: ContractOperation,
  kind: RequestKind,
  status: string,
  name: string,
  difference: Partial<Case> = {},
): Case => ({
  id: `${entry.id} ${name}`,
  operation: entry.id,
  status,
  kind,
  rests: restsOf(status),
  query: (known) => goodQuery(entry, known),
  ...difference,
});

const success = (operation: ContractOperation): Case => valid(operation, 'good', '200', 'good');

/** Returns valid requests with the second match, brand or model from earlier responses, and the values that depend on it. */
function secondValues(operation: ContractOperation, { operations, yields }: VerifiedContract): Case[] {
  const { entry } = operation;
  const giversOf = (name: string) => operations.filter((other) => name in (yields.get(other.entry.id) ?? {}));
  /** Returns the operation that provides a parameter's values, given a value of another parameter. */
  const giverFor = (name: string, of: string) => giversOf(name).find((giver) => of in giver.entry.parameters);
  const names = Object.keys(entry.parameters);
  return names
    .filter((name) => giversOf(name).length > 0)
    .map((name) => {
      const dependent = names.filter((other) => giverFor(other, name));
      const [after] = dependent.flatMap((other) => giverFor(other, name)?.entry.id ?? []);
      return valid(operation, 'good', '200', `second ${name}`, {
        second: name,
        turn: { kind: `second ${name}`, overlookedBy: 'one', isLate: true },
        ...(after === undefined ? {} : { after: `${after} second ${name}` }),
        query: (known) => {
          const seconds = new Map([name, ...dependent].map((own) => [own, known.second(own, name)]));
          if ([...seconds.values()].includes(undefined)) return undefined;
          return goodQuery(entry, known).map(([own, value]): Pair => [own, seconds.get(own) ?? value]);
        },
      });
    });
}

/** Returns requests with one unknown value each: a value that cannot exist, or a value that the user declared as missing. */
const unknownInput = (operation: ContractOperation, known: KnownData): Case[] =>
  Object.entries(operation.entry.parameters).flatMap(([name, rule]) => {
    const { entry } = operation;
    const unknown = rule.required ? unknownValue(rule, known.value(entry.id, name)) : undefined;
    if (unknown === undefined) return [];
    return valid(operation, 'unknown-value', '404', `unknown ${name}`, {
      parameter: name,
      ...ofOne(`unknown ${name}`),
      query: (current) => replaced(goodQuery(entry, current), name, current.missing(name) ?? unknown),
    });
  });

/** The character that matches any string in database patterns. */
const WILDCARD = '%';

/** Returns requests with the database wildcard instead of a name. A service that looks up names by pattern returns all entries. */
const wildcards = (operation: ContractOperation): Case[] =>
  Object.entries(operation.entry.parameters)
    .filter(([, rule]) => checkParameter(rule, WILDCARD) === undefined)
    .map(([parameter]) =>
      valid(operation, 'wildcard', '404', `wildcard ${parameter}`, {
        parameter,
        ...ofAll('wildcard'),
        query: (known) => replaced(goodQuery(operation.entry, known), parameter, WILDCARD),
      }),
    );

/** Returns requests with invalid queries. Their queries are built from the values known when they are sent. */
const badRequests = (table: OperationTable, operation: ContractOperation, known: KnownData): Case[] =>
  invalidQueries(table, operation, known).map(({ kind, detail, parameter, form, breaks, query }) => {
    const rests = restsOn(queryError(table, query), operation, '400');
    const isSame = (one: InvalidQuery) => one.kind === kind && one.detail === detail;
    return valid(operation, kind, '400', `${kind} ${detail}`.trim(), {
      ...defined({ parameter, form }),
      rests,
      ...(breaks === undefined ? ofAll(rests.assumption ?? `malformed ${parameter}`) : ofOne(breaks)),
      query: (current) => invalidQueries(table, operation, current).find(isSame)?.query,
    });
  });

/** Returns the invalid queries of an operation, cached by parameter values. */
const invalidQueries = (table: OperationTable, operation: ContractOperation, known: KnownData): InvalidQuery[] =>
  keep(queriesOf(operation), valuesText(table, known), () => wrongRequests(table, operation.entry, known));

const queriesOf = oncePer((_: ContractOperation) => new Map<string, InvalidQuery[]>());

/** Returns a cache key made of all parameter values. */
const valuesText = ({ operations }: OperationTable, known: KnownData): string =>
  JSON.stringify(operations.map(({ id, parameters }) => Object.keys(parameters).map((name) => known.value(id, name))));

/** Returns the basis of a query error, or the basis of the status if the error has none. */
const restsOn = (error: QueryError | undefined, { restsOf }: ContractOperation, status: string): Basis =>
  error && basisText(error) !== '' ? basisOf(error) : restsOf(status);

/** Returns the classic requests as cases. The document determines the expected status of each request. */
function classics({ table, operations }: VerifiedContract, known: KnownData): Case[] {
  return classicsOf(table, operations).map(({ name, operation, reason: _, query, ...classic }) => {
    const error = queryError(table, query(known));
    const [status, kind]: [string, RequestKind] = classic.faults
      ? ['401', 'missing-credentials']
      : error
        ? ['400', error.kind]
        : ['404', 'unknown-value'];
    return valid(operation, kind, status, `classic ${name}`, {
      ...classic,
      rests: restsOn(error, operation, status),
      turn: { kind: `classic ${name}`, overlookedBy: 'all', isLate: true },
      query,
    });
  });
}

/** Returns requests with each credential absent, empty or repeated, and a request without any credentials. */
function unauthenticated(table: OperationTable, operation: ContractOperation): Case[] {
  const faults = table.credentials.flatMap((name) =>
    (['absent', 'empty', 'twice'] as const).map((fault) => ({ [name]: fault })),
  );
  return withFaults(table, operation, 'missing-credentials', [allOf(table.credentials, 'absent'), ...faults]);
}

/**
 * Returns requests with invalid credentials, which prove that an operation checks the values: each credential separately,
 * including secrets similar to the valid secret, and all credentials together.
 */
function wrongAccounts(table: OperationTable, operation: ContractOperation, hasAnother: boolean): Case[] {
  const near = nearFaults.filter((fault) => hasAnother || fault !== 'another-account');
  return withFaults(table, operation, 'invalid-credentials', [
    ...table.credentials.map((name) => allOf([name], 'made-up')),
    ...table.secrets.flatMap((name) => near.map((fault) => allOf([name], fault))),
    allOf(table.credentials, 'made-up'),
  ]);
}

const allOf = (names: readonly string[], fault: CredentialFault): Record<string, CredentialFault> =>
  Object.fromEntries(names.map((name) => [name, fault]));

function withFaults(
  { secrets, owners }: OperationTable,
  operation: ContractOperation,
  kind: 'missing-credentials' | 'invalid-credentials',
  all: readonly Record<string, CredentialFault>[],
): Case[] {
  return all.map((faults) => {
    const detail = Object.entries(faults)
      .map(([name, fault]) => `${name} ${fault}`)
      .join(' ');
    const [name = '', ...others] = Object.keys(faults);
    const isWrong = kind === 'invalid-credentials' && others.length === 0;
    const rests = (faults[name] === 'twice' && owners?.kinds['repeated-parameter']) || operation.restsOf('401');
    const turn = (): { turn: Turn } => {
      if (others.length > 0) return ofAll('credentials together');
      if (isWrong) return ofOne(faults[name] === 'another-account' ? `${name} of another account` : `${name} wrong`);
      return faults[name] === 'absent' ? ofOne(detail) : ofAll(rests.assumption ?? detail);
    };
    return valid(operation, kind, '401', `${kind} ${detail}`, {
      faults,
      ...(isWrong && secrets.includes(name) ? { isWrongSecret: true } : {}),
      rests,
      ...turn(),
    });
  });
}

/** Returns valid requests from the other accounts, which the service must reject. */
const otherAccounts = (operation: ContractOperation, accounts: OtherAccounts): Case[] =>
  (
    [
      ['forbidden', 'forbidden-account', '403'],
      ['exhausted', 'exhausted-account', '429'],
    ] as const
  )
    .filter(([account]) => accounts[account])
    .map(([account, kind, status]) =>
      valid(operation, kind, status, account, { account, ...ofOne(`${account} account`) }),
    );

/** Returns a request for each named example, and for each status without a named example. */
const preferred = (operation: ContractOperation): Case[] =>
  operation.entry.statuses.flatMap((status) => {
    const names = operation.examples[status] ?? [];
    const named = names.map((example) =>
      valid(operation, kindOfExample(example), status, `prefer ${status} ${example}`, {
        ...(status === '200' ? { envelope: example } : {}),
        prefer: `code=${status}, example=${example}`,
        example,
      }),
    );
    if (named.length > 0 || !/^\d+$/.test(status)) return named;
    return valid(operation, kindOfExample(undefined), status, `prefer ${status}`, { prefer: `code=${status}` });
  });
