import { groupBy } from '../group-by.ts';
import { keep, oncePer } from '../once-per.ts';
import type { VerifiedContract } from './contract.ts';
import { inSafeOrder } from './order.ts';
import { type Profile, sizes } from './profile.ts';
import type { Case, PlannedRequest } from './request.ts';
import { type CaseSource, listCases, listMockCases } from './requests/cases.ts';

/** The settings that determine the requests of a run. */
export interface Choice extends CaseSource {
  profile: Profile;
  /** Whether a contradicted assumption fails the run. If so, assumptions have the same priority as clauses. */
  enforce: boolean;
  /** The same seed chooses the same requests. */
  seed: number;
  /** Ids of valid requests to omit because recorded traffic contains their responses. */
  shown?: ReadonlySet<string>;
  /** The time at which each case was last sent, in milliseconds since the epoch, by case id. */
  lastMade?: ReadonlyMap<string, number>;
}

/**
 * Chooses the requests of a run: valid requests, then each kind of invalid request in turn, and invalid keys last. The profile
 * limits the number of requests; `deep` and `mock` include all. Requests with further accounts are additional.
 */
export function chooseRequests(contract: VerifiedContract, choice: Choice): readonly PlannedRequest[] {
  if (choice.profile === 'mock') {
    const all = listMockCases(contract, choice.known);
    return inSafeOrder(
      all.map((one) => ({ ...one, required: !one.turn?.isLate })),
      contract.order,
    );
  }
  const { profile, enforce, seed, lastMade, shown } = choice;
  const cases = listCases(contract, choice);
  const choose = () => chooseCases(cases, contract.order, choice);
  // Without a history, every run chooses the same requests.
  return lastMade?.size || shown?.size ? choose() : keep(plansOf(cases), `${profile} ${seed} ${enforce}`, choose);
}

const plansOf = oncePer((_: readonly Case[]) => new Map<string, PlannedRequest[]>());

function chooseCases(cases: readonly Case[], order: readonly string[], choice: Choice): PlannedRequest[] {
  const { profile, enforce, seed, lastMade = new Map() } = choice;
  const { requests, kept, forAssumptions, forAccounts, wrongKeys } = sizes[profile];
  // Valid requests, or the requests outside the plan that replace them.
  const always = cases.filter(({ turn, id }) => turn === undefined && !choice.shown?.has(id));
  const turns = profile === 'smoke' ? [] : cases.filter(({ turn }) => turn !== undefined);
  const options = { seed, lastMade, enforce };
  const ordered = inTurn(
    turns.filter((one) => !needsAccount(one)),
    options,
  );
  const ofAccounts = inTurn(turns.filter(needsAccount), options);
  // Requests with further accounts do not replace other cases; the run sends additional requests.
  const onTop = [...groupBy(ofAccounts, ({ turn }) => turn?.kind).values()].flatMap((alike) =>
    alike.slice(0, alike[0]?.isWrongSecret ? Math.min(1, forAccounts) : forAccounts),
  );
  const hasAgain = profile !== 'smoke';
  const free = Math.max(0, requests - kept - always.length - Number(hasAgain));
  const secrets = ordered.filter(({ isWrongSecret }) => isWrongSecret).slice(0, Math.min(wrongKeys, free));
  const others = ordered.filter(({ isWrongSecret }) => !isWrongSecret);
  const room = free - secrets.length;
  const assumed = enforce ? [] : others.filter((one) => !isOfClause(one)).slice(0, Math.min(room, forAssumptions));
  const next = others.filter((one) => !assumed.includes(one)).slice(0, room - assumed.length);
  const needed = new Set(next.map(({ after }) => after));
  const givers = cases.filter((one) => needed.has(one.id) && !next.includes(one));
  const chosen = [...givers, ...next].slice(0, room - assumed.length);
  // The service determines whether there is a second value and how long a URL may be.
  const isRequired = (one: Case) =>
    !one.turn?.isLate && (isOfClause(one) || (one.account !== undefined && one.probeOf === undefined) || enforce);
  const all = [...always, ...chosen, ...assumed, ...secrets, ...onTop].map((one) => ({
    ...one,
    required: isRequired(one),
  }));
  return inSafeOrder([...all, ...(hasAgain ? onceMore(all) : [])], order);
}

/** Returns whether a case requires a further account. */
const needsAccount = ({ account, faults = {} }: Case): boolean =>
  account !== undefined || Object.values(faults).includes('another-account');

/**
 * Picks a valid request to repeat at the end of the run, preferably for an operation that rejected invalid credentials. The
 * repetition reveals unstable responses and rejections that are cached for all callers.
 */
function onceMore(chosen: readonly PlannedRequest[]): PlannedRequest[] {
  const good = chosen.filter(({ kind }) => kind === 'good');
  const rejected = chosen.find(
    ({ status, isWrongSecret, probeOf, operation }) =>
      status === '401' && !isWrongSecret && !probeOf && good.some((one) => one.operation === operation),
  );
  const one = good.find(({ operation }) => operation === rejected?.operation) ?? good[0];
  if (!one) return [];
  // Only valid responses can be compared.
  const query: PlannedRequest['query'] = (known) => (known.successes.has(one.operation) ? one.query(known) : undefined);
  return [{ ...one, id: `${one.operation} again`, kind: 'again', required: false, query }];
}

/** The settings that determine the order of kinds. */
type TurnOptions = Required<Pick<Choice, 'seed' | 'lastMade' | 'enforce'>>;

/** A kind of request, and the requests of this kind in this or earlier runs. */
interface Kind {
  /** The remaining cases, in the order of the list. */
  left: Candidate[];
  operations: Counts;
  forms: Counts;
  rank: number;
}

/** A remaining case, with the data that distinguishes it from other cases of its kind and operation. */
interface Candidate {
  one: Case;
  form: string;
  /** The tie-breakers: the index of the form in the list, then a pseudo-random number. */
  tie: [formIndex: number, random: number];
}

/** Returns whether the expected response of a case is based on a clause. */
const isOfClause = ({ rests }: Pick<Case, 'rests'>): boolean => rests.assumption === undefined;

/**
 * Sorts cases in the order in which runs send them. Every kind comes once, followed by the kinds that a single operation may
 * fail to handle, until every operation has had each kind. The remaining cases follow. A kind is assigned to the operation with
 * the fewest requests of this kind, then to the operation with the fewest requests for this status. Cases that were sent before
 * come last, starting with the oldest. The seed breaks ties.
 */
function inTurn(cases: readonly Case[], options: TurnOptions): Case[] {
  const { lastMade } = options;
  // The position of a kind changes only when one of its cases is chosen.
  const places = new Map(kindsOf(cases, options).map((kind) => [kind, placeOf(kind, options)]));
  const asked = new Counts();
  const order: Case[] = [];
  for (;;) {
    const kind = least(places.keys(), (one) => places.get(one) ?? []);
    const next = kind && least(kind.left, (candidate) => usesOf(candidate, kind, asked));
    if (!kind || !next) break;
    kind.left.splice(kind.left.indexOf(next), 1);
    count(kind, next.one);
    if (kind.left.length > 0) places.set(kind, placeOf(kind, options));
    else places.delete(kind);
    if (!next.one.turn?.isLate) asked.add(askedBy(next.one));
    order.push(next.one);
  }
  const again = cases.filter(({ id }) => lastMade.has(id));
  return [...order, ...again.toSorted((a, b) => (lastMade.get(a.id) ?? 0) - (lastMade.get(b.id) ?? 0))];
}

function kindsOf(cases: readonly Case[], { seed, lastMade }: TurnOptions): Kind[] {
  const byKind = [...groupBy(cases, ({ turn }) => turn?.kind)].toSorted(
    ([a], [b]) => hash(`${seed} ${a}`) - hash(`${seed} ${b}`),
  );
  // One kind of each error category comes before a second kind of the same category.
  const ranks = new Counts();
  const kinds = byKind.map(([, own]) => {
    const forms = own.map(formOf);
    const kind: Kind = {
      left: own
        .filter(({ id }) => !lastMade.has(id))
        .map((one) => ({
          one,
          form: formOf(one),
          tie: [forms.indexOf(formOf(one)), hash(`${seed} ${one.id}`)],
        })),
      operations: new Counts(),
      forms: new Counts(),
      rank: own[0]?.turn?.isLate ? 0 : ranks.add(own[0]?.kind ?? ''),
    };
    for (const one of own) if (lastMade.has(one.id)) count(kind, one);
    return kind;
  });
  return kinds.filter(({ left }) => left.length > 0);
}

/** Returns the sort key of a kind: the stage, the number of its requests, and tie-breakers. */
function placeOf({ left, operations, rank }: Kind, { enforce }: TurnOptions): number[] {
  const first = left[0]?.one;
  const isOfOne = first?.turn?.overlookedBy === 'one';
  const isFirst = operations.size === 0;
  const isNew = isFirst || (isOfOne && left.some(({ one }) => !operations.has(one.operation)));
  const isLater = first !== undefined && !isOfClause(first) && !enforce;
  const stage = !isNew ? 4 : first?.turn?.isLate ? 3 : Number(isLater) * 2 + Number(!isFirst);
  return [stage, operations.size, Number(!isOfOne), rank];
}

const usesOf = ({ one, form, tie }: Candidate, { operations, forms }: Kind, asked: Counts): number[] => [
  operations.of(one.operation),
  asked.of(askedBy(one)),
  forms.of(form),
  ...tie,
];

const askedBy = ({ status, operation }: Case): string => `${status} ${operation}`;

const formOf = ({ id, operation }: Case): string => id.slice(operation.length);

function count({ operations, forms }: Kind, one: Case): void {
  operations.add(one.operation);
  forms.add(formOf(one));
}

/** A counter for names. */
class Counts extends Map<string, number> {
  of(name: string): number {
    return this.get(name) ?? 0;
  }

  /** Counts a name. @returns its new count */
  add(name: string): number {
    this.set(name, this.of(name) + 1);
    return this.of(name);
  }
}

/** Returns the first element with the smallest sort key, compared number by number. */
function least<T>(elements: Iterable<T>, numbersOf: (element: T) => readonly number[]): T | undefined {
  let best: T | undefined;
  let lowest: readonly number[] | undefined;
  for (const element of elements) {
    const numbers = numbersOf(element);
    if (lowest === undefined || isLess(numbers, lowest)) [best, lowest] = [element, numbers];
  }
  return best;
}

function isLess(numbers: readonly number[], others: readonly number[]): boolean {
  for (const [index, number] of numbers.entries()) {
    const other = others[index] ?? 0;
    if (number !== other) return number < other;
  }
  return false;
}

/** Returns the FNV-1a hash of the text's code units: a fixed order that depends on every character. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
