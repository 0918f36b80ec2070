import type { OperationTable } from '@vehicle-lookup/selectors';
import type { Contract } from './contract.ts';
import { cover, type Goals } from './cover.ts';
import type { Accounts } from './data.ts';
import type { KnownData } from './known-data.ts';
import { ceilings, type Profile } from './profile.ts';
import type { Candidate, PlannedRequest } from './request.ts';
import {
  badRequests,
  cellGoal,
  otherAccounts,
  preferred,
  success,
  unauthenticated,
  unknownInput,
  wrongAccounts,
} from './requests/candidates.ts';

/**
 * Chooses the requests of a run, successes first.
 * @param seed the same seed chooses the same requests
 */
export function chooseRequests(
  contract: Contract,
  known: KnownData,
  accounts: Accounts,
  profile: Profile,
  seed: number,
): PlannedRequest[] {
  const chosen =
    profile === 'mock' ? everyRequest(contract, known) : coveringRequests(contract, known, accounts, profile, seed);
  const place = ({ why, operation }: PlannedRequest): number =>
    why === 'good request' ? contract.order.indexOf(operation) : Number.MAX_SAFE_INTEGER;
  return chosen.toSorted((a, b) => place(a) - place(b));
}

/** A mock knows no account: it refuses no credentials that are there. */
function everyRequest({ table, operations }: Contract, known: KnownData): PlannedRequest[] {
  const requests = operations.flatMap((operation) => [
    ...(operation.entry.statuses.includes('200') ? [success(operation)] : []),
    ...preferred(operation),
    ...badRequests(table, operation, known),
    ...unauthenticated(table, operation),
  ]);
  return requests.map((request) => ({ ...request, required: true }));
}

function coveringRequests(
  { table, operations, probeRequests, assumptionOf }: Contract,
  known: KnownData,
  accounts: Accounts,
  profile: Profile,
  seed: number,
): PlannedRequest[] {
  const documented = [
    ...operations.flatMap((operation) => [
      success(operation),
      ...unknownInput(operation, known),
      ...badRequests(table, operation, known),
      ...unauthenticated(table, operation),
      ...otherAccounts(operation, accounts),
    ]),
    ...wrongAccounts(table, operations, Object.keys(accounts).length > 0, seed),
  ].map((candidate): Candidate => {
    const assumption = assumptionOf({ ...candidate, query: [] });
    return assumption === undefined
      ? candidate
      : { ...candidate, goals: [...candidate.goals, `assumption ${assumption}`] };
  });
  const candidates = [...documented, ...probeRequests];
  const possible = new Set(candidates.flatMap(({ goals }) => goals));
  const { required, wanted, spare } = goalsOf(profile, table, [...possible]);
  const isPossible = (goal: string) => possible.has(goal);
  const goals = { required: required.filter(isPossible), wanted: wanted.filter(isPossible), spare };
  return cover(candidates, goals, ceilings[profile], seed);
}

function goalsOf(profile: Profile, { operations, credentials }: OperationTable, possible: string[]): Goals {
  const successes = operations.map(({ id }) => cellGoal(id, '200'));
  const starting = (text: string) => possible.filter((goal) => goal.startsWith(text));
  if (profile === 'smoke') return { required: successes, wanted: [], spare: [] };
  const errors = [...new Set(operations.flatMap(({ statuses }) => statuses))].filter((status) =>
    /^4\d\d$/.test(status),
  );
  const alone = credentials.map((name) => `credential ${name} made-up`);
  const kinds = [...starting('kind '), ...credentials.map((name) => `credential ${name} absent`)];
  if (profile === 'live') {
    return {
      required: [...successes, ...alone, ...errors.map((status) => `status ${status}`)],
      wanted: kinds,
      spare: [],
    };
  }
  const cells = operations.flatMap(({ id, statuses }) =>
    statuses.filter((status) => status !== '429').map((status) => cellGoal(id, status)),
  );
  return {
    required: [...successes, ...alone, ...cells, 'status 429'],
    wanted: [
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
