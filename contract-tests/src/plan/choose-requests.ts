import type { VerifiedContract } from './contract.ts';
import { inSafeOrder } from './order.ts';
import { type Profile, sizes } from './profile.ts';
import type { Case, PlannedRequest } from './request.ts';
import { type CaseSource, listCases, listMockCases } from './requests/cases.ts';
import { inTurn, isOfClause } from './turns.ts';

/** What decides which requests a run makes. */
export interface Choice extends CaseSource {
  profile: Profile;
  /** Whether a contradicted assumption fails the run; then assumptions take their turn as clauses do. */
  enforce: boolean;
  /** The same seed chooses the same requests. */
  seed: number;
  /** Ids of successes that need not be made: recorded traffic has shown them. */
  shown?: ReadonlySet<string>;
  /** When a case was last made, by its id, in milliseconds since the epoch. */
  lastMade?: ReadonlyMap<string, number>;
}

/**
 * Chooses the requests of a run: the successes, then the kinds of invalid requests in turn, wrong keys last. A profile is the
 * number of them; `deep` and `mock` take all.
 */
export function chooseRequests(contract: VerifiedContract, choice: Choice): PlannedRequest[] {
  if (choice.profile === 'mock') {
    const all = listMockCases(contract, choice.known);
    return inSafeOrder(
      all.map((one) => ({ ...one, required: true })),
      contract.order,
    );
  }
  const { profile, enforce, seed, lastMade = new Map() } = choice;
  const { requests, kept, forAssumptions, wrongKeys } = sizes[profile];
  const cases = listCases(contract, choice);
  // Successes, and what stands in their place.
  const always = cases.filter(({ turn, id }) => turn === undefined && !choice.shown?.has(id));
  const ordered = inTurn(
    cases.filter(({ turn }) => turn !== undefined),
    { seed, lastMade, enforce },
  );
  const hasAgain = profile !== 'smoke';
  const free = Math.max(0, requests - kept - always.length - Number(hasAgain));
  const secrets = ordered.filter(({ isWrongSecret }) => isWrongSecret).slice(0, Math.min(wrongKeys, free));
  const others = ordered.filter(({ isWrongSecret }) => !isWrongSecret);
  const room = profile === 'smoke' ? 0 : free - secrets.length;
  const assumed = enforce ? [] : others.filter((one) => !isOfClause(one)).slice(0, Math.min(room, forAssumptions));
  const chosen = others.filter((one) => !assumed.includes(one)).slice(0, room - assumed.length);
  const isRequired = (one: Case) => isOfClause(one) || one.account !== undefined || enforce;
  const all = [...always, ...chosen, ...assumed, ...secrets].map((one) => ({ ...one, required: isRequired(one) }));
  return inSafeOrder([...all, ...(hasAgain ? onceMore(all) : [])], contract.order);
}

/**
 * The valid request of an operation that rejected wrong credentials in this run, else the first: it shows whether the same
 * request has the same response, and whether something keeps rejections for all callers.
 */
function onceMore(chosen: readonly PlannedRequest[]): PlannedRequest[] {
  const good = chosen.filter(({ kind }) => kind === 'good');
  const rejected = chosen.find(
    ({ status, isWrongSecret, probeOf, operation }) =>
      status === '401' && !isWrongSecret && !probeOf && good.some((one) => one.operation === operation),
  );
  const one = good.find(({ operation }) => operation === rejected?.operation) ?? good[0];
  if (!one) return [];
  // Only a valid response can be compared with another one.
  const query: PlannedRequest['query'] = (known) => (known.successes.has(one.operation) ? one.query(known) : undefined);
  return [{ ...one, id: `${one.operation} again`, kind: 'again', required: false, query }];
}
