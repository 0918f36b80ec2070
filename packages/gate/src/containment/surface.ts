import { asking, type Condition, type Demand, type FieldRange, isCondition } from './conditions.ts';
import { ALWAYS, NEVER, type Numbers } from './numbers.ts';

/** A schema by its number, and whether it is accepted. */
type Decision = readonly [number: number, isAccepted: boolean];

/** What conditions exclude without a search. */
export class Surface {
  readonly #numbers: Numbers;
  readonly #decided: ReadonlyMap<number | string, boolean>;
  readonly #present = new Set<string>();
  readonly #absent = new Set<string>();
  readonly #fields = new Map<string, Map<number, boolean>>();
  readonly #elements: readonly { from: number; decision: Decision }[];
  readonly #others: readonly { outside: NonNullable<FieldRange['outside']>; decision: Decision }[];

  constructor(conditions: readonly Condition[], decided: ReadonlyMap<number | string, boolean>, numbers: Numbers) {
    this.#numbers = numbers;
    this.#decided = decided;
    for (const { name } of asking(conditions, 'has', 'present field')) this.#present.add(name);
    for (const { name } of asking(conditions, 'lacks')) this.#absent.add(name);
    for (const { name, literal } of asking(conditions, 'field', 'present field')) {
      const known = this.#fields.get(name) ?? new Map();
      this.#fields.set(name, known.set(...this.#decisionOf(literal)));
    }
    this.#elements = asking(conditions, 'elements').map(({ from, literal }) => ({
      from,
      decision: this.#decisionOf(literal),
    }));
    this.#others = asking(conditions, 'fields').flatMap(({ outside, literal }) =>
      outside ? [{ outside, decision: this.#decisionOf(literal) }] : [],
    );
  }

  /** Whether a demand contradicts what is known. */
  excludes(demand: Demand): boolean {
    if (!isCondition(demand)) return this.#decided.get(this.#numbers.of(demand)) === !demand.isAccepted;
    if (demand.ask === 'has') return this.#absent.has(demand.name);
    if (demand.ask === 'lacks') return this.#present.has(demand.name);
    if (demand.ask === 'present field') {
      if (this.#absent.has(demand.name)) return true;
      const [number, isAccepted] = this.#decisionOf(demand.literal);
      if (number === (isAccepted ? NEVER : ALWAYS)) return true;
      const known = this.#fields.get(demand.name);
      return known !== undefined && (known.get(number) === !isAccepted || known.get(NEVER) === true);
    }
    if (demand.ask === 'some element') {
      const decision = this.#decisionOf(demand.literal);
      return this.#elements.some((one) => one.from <= demand.from && isOpposite(one.decision, decision));
    }
    const own = demand.ask === 'some field' ? demand.outside : undefined;
    if (demand.ask !== 'some field' || own === undefined || own.patterns.length > 0) return false;
    const decision = this.#decisionOf(demand.literal);
    return this.#others.some(
      ({ outside, decision: known }) =>
        outside.patterns.length === 0 &&
        (isOpposite(known, decision) || (known[0] === NEVER && known[1])) &&
        [...outside.names].every((name) => own.names.has(name)),
    );
  }

  #decisionOf(literal: Parameters<Numbers['of']>[0] & { isAccepted: boolean }): Decision {
    return [this.#numbers.of(literal), literal.isAccepted];
  }
}

const isOpposite = ([a, isAccepted]: Decision, [b, isOther]: Decision): boolean => a === b && isAccepted !== isOther;
