import type { OperationTable } from '@vehicle-lookup/operations';
import type { DocumentedOperation } from '../document.ts';
import type { Planned, Request } from '../request.ts';
import type { Values } from '../values.ts';
import {
  type Accounts,
  badRequests,
  cellGoal,
  otherAccounts,
  preferred,
  refused,
  success,
  unauthenticated,
  unknownInput,
} from './candidates.ts';
import { type Choice, cover } from './cover.ts';
import { ceilings, type Profile } from './profile.ts';

/** What a plan is made from. */
export interface Ground {
  table: OperationTable;
  /** Every operation of the table, in its order. */
  operations: readonly DocumentedOperation[];
  values: Values;
  accounts: Accounts;
  /** The requests that probes of assumptions ask for. */
  asides: readonly Planned[];
  /** The assumption that decides on a request, where no clause does. */
  assumptionOf: (request: Request) => string | undefined;
  /** Operations in an order in which earlier answers give the values of later requests. */
  order: readonly string[];
}

/**
 * Plans the requests of a run, successes first.
 * @param seed the same seed, the same requests
 */
export function plan(ground: Ground, profile: Profile, seed: number): Choice[] {
  const chosen = profile === 'mock' ? everything(ground) : covering(ground, profile, seed);
  const place = ({ planned }: Choice): number =>
    planned.why === 'good request' ? ground.order.indexOf(planned.operation) : Number.MAX_SAFE_INTEGER;
  return chosen.toSorted((a, b) => place(a) - place(b));
}

/** A mock knows no account: it refuses no credentials that are there. */
function everything({ table, operations, values }: Ground): Choice[] {
  const planned = operations.flatMap((operation) => [
    ...(operation.entry.statuses.includes('200') ? [success(operation)] : []),
    ...preferred(operation),
    ...badRequests(table, operation, values),
    ...unauthenticated(table, operation),
  ]);
  return planned.map((one) => ({ planned: one, required: true }));
}

function covering(ground: Ground, profile: Profile, seed: number): Choice[] {
  const { table, operations, values, accounts, asides } = ground;
  const documented = [
    ...operations.flatMap((operation) => [
      success(operation),
      ...unknownInput(operation),
      ...badRequests(table, operation, values),
      ...unauthenticated(table, operation),
      ...otherAccounts(operation, accounts),
    ]),
    ...refused(table, operations, Object.keys(accounts).length > 0, seed),
  ].map((planned): Planned => {
    const assumption = ground.assumptionOf({ ...planned, query: [] });
    return assumption === undefined ? planned : { ...planned, goals: [...planned.goals, `assumption ${assumption}`] };
  });
  const candidates = [...documented, ...asides];
  const possible = new Set(candidates.flatMap(({ goals }) => goals));
  const goals = goalsOf(profile, table, [...possible]);
  const isPossible = (goal: string) => possible.has(goal);
  const [required, wished] = [goals.required.filter(isPossible), goals.wished.filter(isPossible)];
  return cover(candidates, { required, wished, spare: goals.spare }, ceilings[profile], seed);
}

function goalsOf(profile: Profile, { operations, credentials }: OperationTable, possible: string[]) {
  const successes = operations.map(({ id }) => cellGoal(id, '200'));
  const starting = (text: string) => possible.filter((goal) => goal.startsWith(text));
  if (profile === 'smoke') return { required: successes, wished: [], spare: [] };
  const errors = [...new Set(operations.flatMap(({ statuses }) => statuses))].filter((status) =>
    /^4\d\d$/.test(status),
  );
  const alone = credentials.map((name) => `credential ${name} made-up`);
  const kinds = [...starting('kind '), ...credentials.map((name) => `credential ${name} absent`)];
  if (profile === 'live') {
    return {
      required: [...successes, ...alone, ...errors.map((status) => `status ${status}`)],
      wished: kinds,
      spare: [],
    };
  }
  const cells = operations.flatMap(({ id, statuses }) =>
    statuses.filter((status) => status !== '429').map((status) => cellGoal(id, status)),
  );
  return {
    required: [...successes, ...alone, ...cells, 'status 429'],
    wished: [
      ...kinds,
      ...starting('assumption '),
      ...starting('breaks '),
      ...starting('credential '),
      // The last ones: a request that is made again takes the place of the last.
      ...starting('unknown '),
    ],
    spare: [...starting('form malformed-parameter '), ...starting('form ')],
  };
}
