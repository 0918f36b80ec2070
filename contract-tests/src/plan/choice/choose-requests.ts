import type { VerifiedContract } from '../contract.ts';
import type { OtherAccounts } from '../data.ts';
import type { KnownData } from '../known-data.ts';
import { inSafeOrder } from '../order.ts';
import { limits, type Profile } from '../profile.ts';
import type { Candidate, PlannedRequest } from '../request.ts';
import {
  badRequests,
  otherAccounts,
  outsidePlan,
  preferred,
  success,
  unauthenticated,
  unknownInput,
  wildcards,
  wrongAccounts,
} from '../requests/candidates.ts';
import { cover, type Goals } from './cover.ts';
import { goalId, goalsOfType, isClauseBacked, withoutForeignCells } from './goals.ts';

/** What decides which requests a run makes. */
export interface Choice {
  profile: Profile;
  known: KnownData;
  accounts: OtherAccounts;
  /** Operations that the plan of the account does not include. */
  planLacks: readonly string[];
  /** Whether a contradicted assumption fails the run; then the run tests it as it tests clauses. */
  enforce: boolean;
  /** The same seed chooses the same requests. */
  seed: number;
  /** When a request was last made, by its id, in milliseconds since the epoch. Requests that were never made come first. */
  lastMade?: ReadonlyMap<string, number>;
}

/** Chooses the requests of a run: successes first, wrong secrets last. */
export function chooseRequests(contract: VerifiedContract, choice: Choice): PlannedRequest[] {
  const chosen = choice.profile === 'mock' ? everyRequest(contract, choice) : covering(contract, choice);
  return inSafeOrder(chosen, contract.order);
}

/** A mock knows no account: it refuses no credentials that are there. */
function everyRequest({ table, operations }: VerifiedContract, { known }: Choice): PlannedRequest[] {
  const requests = operations.flatMap((operation) => [
    ...(operation.entry.statuses.includes('200') ? [success(operation)] : []),
    ...preferred(operation),
    ...badRequests(table, operation, known),
    ...unauthenticated(table, operation),
  ]);
  return requests.map((request) => ({ ...request, required: true }));
}

function covering(contract: VerifiedContract, choice: Choice): PlannedRequest[] {
  const { profile, enforce, seed, lastMade = new Map() } = choice;
  const candidates = withoutForeignCells(candidatesOf(contract, choice))
    .map((candidate) => ({
      candidate,
      last: lastMade.get(candidate.id) ?? 0,
      rank: hash(`${seed} ${candidate.id}`),
    }))
    .sort((a, b) => a.last - b.last || a.rank - b.rank)
    .map(({ candidate }) => candidate);
  if (profile === 'deep') return everything(candidates);
  const { requests, wrongSecrets, forAssumptions } = limits[profile];
  const asked = candidates.filter(({ id }) => lastMade.has(id));
  const seen = new Set(asked.flatMap(({ goals }) => goals.map(goalId)));
  const goals = { ...goalsOf(contract, choice, candidates), seen };
  return cover(candidates, goals, { requests, wrongSecrets, reserve: enforce ? 0 : forAssumptions });
}

/** Every request, and every wrong secret in some operation and some wrong secret in every operation. */
function everything(candidates: Candidate[]): PlannedRequest[] {
  const secrets = candidates.filter(({ isWrongSecret }) => isWrongSecret);
  const required = (['way', 'form'] as const).flatMap((type) => goalsOfType(secrets, type));
  const room = { requests: Number.POSITIVE_INFINITY, wrongSecrets: Number.POSITIVE_INFINITY, reserve: 0 };
  const others = candidates.filter(({ isWrongSecret }) => !isWrongSecret);
  return [
    ...others.map((candidate) => ({ ...candidate, required: true })),
    ...cover(secrets, { required, wanted: [], reserved: [] }, room),
  ];
}

function candidatesOf({ table, operations, probeRequests }: VerifiedContract, choice: Choice): Candidate[] {
  const { known, accounts, planLacks } = choice;
  const hasAnother = Object.keys(accounts).length > 0;
  const documented = operations.flatMap((operation) => [
    ...(planLacks.includes(operation.entry.id)
      ? [outsidePlan(operation)]
      : [success(operation), ...unknownInput(operation, known), ...wildcards(operation)]),
    ...badRequests(table, operation, known),
    ...unauthenticated(table, operation),
    ...wrongAccounts(table, operation, hasAnother),
    ...otherAccounts(operation, accounts),
  ]);
  const all = documented.map((candidate): Candidate => {
    const { assumption } = candidate.rests;
    if (assumption === undefined) return candidate;
    return { ...candidate, goals: [...candidate.goals, { type: 'assumption', name: assumption }] };
  });
  return [...all, ...probeRequests];
}

/**
 * Clauses come first. Kinds of requests are worth the most: each finds a fault that all operations have. Then cells; then
 * the same kinds in further operations.
 */
function goalsOf(
  { table, operations }: VerifiedContract,
  { profile, enforce, lastMade }: Choice,
  candidates: Candidate[],
): Goals {
  const successes = operations.map(({ entry }) => `cell 200 ${entry.id}`);
  if (profile === 'smoke') return { required: successes, wanted: [], reserved: [] };
  const clauses = candidates.filter(isClauseBacked);
  // If the user names other accounts, or operations outside the plan, always test them.
  const ofAccounts = candidates.filter(({ account, kind }) => account || kind === 'outside-plan');
  const secrets = candidates.filter(({ isWrongSecret }) => isWrongSecret);
  const assumed = candidates.filter((candidate) => !isClauseBacked(candidate));
  const ofClauses = (type: Parameters<typeof goalsOfType>[1]) => goalsOfType(clauses, type);
  const ofAssumptions = (...types: Parameters<typeof goalsOfType>[1][]) =>
    types.flatMap((type) => goalsOfType(assumed, type));
  const unseenFirst = byLastSeen(candidates, lastMade);
  const kinds = [...ofClauses('kind'), ...ofClauses('rare')];
  const wanted = [...kinds, ...ofClauses('cell'), ...ofClauses('way'), ...ofClauses('form')];
  // No clause and no assumption speaks of a wildcard, but it shows how a service reads values.
  const reserved = ofAssumptions('assumption', 'kind', 'cell').toSorted(
    (a, b) => Number(b === 'kind wildcard') - Number(a === 'kind wildcard'),
  );
  if (profile === 'live') {
    const alone = table.credentials.map((name) => `kind ${name} wrong`);
    const required = [...successes, ...alone, ...goalsOfType(ofAccounts, 'kind')];
    return { required, wanted: unseenFirst([...wanted, ...reserved]), reserved: [] };
  }
  const required = [...successes, ...ofClauses('cell'), ...goalsOfType(enforce ? assumed : ofAccounts, 'cell')];
  return enforce
    ? {
        required,
        wanted: unseenFirst([...kinds, ...goalsOfType(secrets, 'form'), ...reserved, ...ofAssumptions('form')]),
        reserved: [],
      }
    : { required, wanted: unseenFirst(wanted), reserved: unseenFirst(reserved) };
}

/** Sorts goals by when they were last asked for; a run without history keeps their order. */
function byLastSeen(
  candidates: readonly Candidate[],
  lastMade: ReadonlyMap<string, number> = new Map(),
): (goals: readonly string[]) => string[] {
  const seen = new Map<string, number>();
  for (const { id, goals } of candidates) {
    for (const goal of goals.map(goalId)) seen.set(goal, Math.max(seen.get(goal) ?? 0, lastMade.get(id) ?? 0));
  }
  return (goals) => goals.toSorted((a, b) => (seen.get(a) ?? 0) - (seen.get(b) ?? 0));
}

/** FNV-1a over the text's code units: a fixed order that depends on every character. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
