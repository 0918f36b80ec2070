import { groupBy } from '../group-by.ts';
import { keep, oncePer } from '../once-per.ts';
import type { VerifiedContract } from './contract.ts';
import { inSafeOrder } from './order.ts';
import { type Profile, sizes } from './profile.ts';
import type { Case, PlannedRequest } from './request.ts';
import { type CaseSource, listCases, listMockCases } from './requests/cases.ts';

/** What decides which requests a run makes. */
export interface Choice extends CaseSource {
  profile: Profile;
  /** Whether a contradicted assumption fails the run; then assumptions take their turn as clauses do; otherwise clauses come first. */
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
 * number of them; `deep` and `mock` take all. Those of further accounts come on top.
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
  // Without a history the choice is the same in every run.
  return lastMade?.size || shown?.size ? choose() : keep(plansOf(cases), `${profile} ${seed} ${enforce}`, choose);
}

const plansOf = oncePer((_: readonly Case[]) => new Map<string, PlannedRequest[]>());

function chooseCases(cases: readonly Case[], order: readonly string[], choice: Choice): PlannedRequest[] {
  const { profile, enforce, seed, lastMade = new Map() } = choice;
  const { requests, kept, forAssumptions, forAccounts, wrongKeys } = sizes[profile];
  // Successes, and what stands in their place.
  const always = cases.filter(({ turn, id }) => turn === undefined && !choice.shown?.has(id));
  const turns = profile === 'smoke' ? [] : cases.filter(({ turn }) => turn !== undefined);
  const options = { seed, lastMade, enforce };
  const ordered = inTurn(
    turns.filter((one) => !needsAccount(one)),
    options,
  );
  const ofAccounts = inTurn(turns.filter(needsAccount), options);
  // They take no turn of another case: with further accounts a run asks for more.
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
  // Whether there is a second value, and how long an address may be, depends on the service.
  const isRequired = (one: Case) =>
    !one.turn?.isLate && (isOfClause(one) || (one.account !== undefined && one.probeOf === undefined) || enforce);
  const all = [...always, ...chosen, ...assumed, ...secrets, ...onTop].map((one) => ({
    ...one,
    required: isRequired(one),
  }));
  return inSafeOrder([...all, ...(hasAgain ? onceMore(all) : [])], order);
}

/** Whether only a further account makes it possible. */
const needsAccount = ({ account, faults = {} }: Case): boolean =>
  account !== undefined || Object.values(faults).includes('another-account');

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

/** What decides whose turn it is. */
type TurnOptions = Required<Pick<Choice, 'seed' | 'lastMade' | 'enforce'>>;

/** A kind, and what of it was made, in this run or before. */
interface Kind {
  /** In the order of the list. */
  left: Candidate[];
  operations: Counts;
  forms: Counts;
  rank: number;
}

/** A case that is left, with what tells it apart from the others of its kind and operation. */
interface Candidate {
  one: Case;
  form: string;
  /** What decides among equals: the place of the form in the list, then chance. */
  tie: [formIndex: number, random: number];
}

/** Whether the expected response of a case rests on a clause. */
const isOfClause = ({ rests }: Pick<Case, 'rests'>): boolean => rests.assumption === undefined;

/**
 * Puts cases in the order in which runs make them. First every kind once; then the kinds that a single operation may
 * overlook, in turn, until every operation has had each; then what is left. A kind goes to the operation that has had it
 * least and, among equals, to the one of which this run has asked this status least. Cases that were made before come behind,
 * the oldest first. The seed decides among equals.
 */
function inTurn(cases: readonly Case[], options: TurnOptions): Case[] {
  const { lastMade } = options;
  // A kind's place changes only when one of its cases is taken.
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
  // One kind of each sort of mistake comes before a second one of the same sort.
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

/** Compared number by number: the stage, how often the kind has had its turn, and what comes first among equals. */
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

/** How often each name occurred. */
class Counts extends Map<string, number> {
  of(name: string): number {
    return this.get(name) ?? 0;
  }

  /** @returns how often it occurred with this time */
  add(name: string): number {
    this.set(name, this.of(name) + 1);
    return this.of(name);
  }
}

/** The element with the least numbers, the first of which that differs decides; the first among equals. */
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

/** FNV-1a over the text's code units: a fixed order that depends on every character. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
