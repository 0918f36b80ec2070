import { type Condition, type Constraint, type Demand, literalOf, type Subject } from './conditions.ts';
import { follow, GaveUp, type JsonSchema } from './schema.ts';

const DEEPEST = 12;
const MOST_CASES = 300;

/** Fields or elements that a schema's keywords evaluate. */
interface Covered {
  isAll: boolean;
  names: ReadonlySet<string>;
  patterns: readonly string[];
  items: number;
}

/** A case in which a schema holds, with the fields or elements that it evaluates in this case. */
interface Case {
  assumed: readonly Demand[];
  covered: Covered;
}

const NOTHING: Covered = { isAll: false, names: new Set(), patterns: [], items: 0 };

/**
 * Returns the constraint for `unevaluatedProperties` or `unevaluatedItems`. The other keywords are split into the cases in which they
 * hold. In each case, the keyword is an ordinary constraint (JSON Schema 2020-12, Core, 11.2 and 11.3).
 */
export function unevaluatedConstraint(subject: Subject): Constraint {
  const { kind, schema } = subject;
  const part: JsonSchema = kind === 'object' ? schema.unevaluatedProperties : schema.unevaluatedItems;
  let cases: readonly Case[];
  try {
    cases = casesOf(schema, subject, 0);
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error;
    const way: Demand[] = [{ ask: 'unknown', why: error.message }];
    return { keep: [way], break: [way] };
  }
  const open = cases.filter(({ covered }) => !covered.isAll);
  return {
    keep: cases.map(({ assumed, covered }) =>
      covered.isAll ? assumed : [...assumed, left(covered, literalOf(subject, part, true))],
    ),
    break: open.map(({ assumed, covered }) => [...assumed, left(covered, literalOf(subject, part, false))]),
  };

  /** Returns the condition on the fields or elements that no keyword has evaluated. */
  function left({ names, patterns, items }: Covered, literal: ReturnType<typeof literalOf>): Condition {
    if (kind === 'object') {
      return { ask: literal.isAccepted ? 'fields' : 'some field', outside: { names, patterns }, literal };
    }
    if (literal.isAccepted) return { ask: 'elements', from: items, literal };
    return { ask: 'some element', from: items, to: Number.POSITIVE_INFINITY, literal };
  }
}

function casesOf(start: JsonSchema, subject: Subject, depth: number): readonly Case[] {
  if (depth > DEEPEST) throw new GaveUp('unevaluated keywords are applied to a recursive schema');
  const { kind, source } = subject;
  const schema = follow({ schema: start, source });
  if (typeof schema === 'boolean') return [{ assumed: [], covered: NOTHING }];
  const inner = (part: JsonSchema) => casesOf(part, subject, depth + 1);
  const fits = (part: JsonSchema) => literalOf(subject, part, true);
  const fails = (part: JsonSchema) => literalOf(subject, part, false);
  let cases: readonly Case[] = [{ assumed: [], covered: coveredBy({ ...subject, schema }, depth) }];
  const times = (options: readonly Case[]): void => {
    cases = cases.flatMap((one) => options.map((other) => both(one, other)));
    if (cases.length > MOST_CASES) throw new GaveUp('unevaluated keywords have too many cases');
  };
  /** Adds the cases for a part that need not hold. */
  const perhaps = (part: JsonSchema, holds: readonly Demand[], isNot: readonly Demand[]): void => {
    const list = inner(part);
    if (list.every(isBlank)) return;
    times([
      ...list.map(({ assumed, covered }) => ({ assumed: [...holds, ...assumed], covered })),
      { assumed: isNot, covered: NOTHING },
    ]);
  };
  for (const reference of [schema.$ref, schema.$dynamicRef]) {
    const target = reference === undefined ? undefined : source.resolve(reference as string);
    if (target !== undefined) times(inner(target));
  }
  for (const part of (schema.allOf ?? []) as JsonSchema[]) times(inner(part));
  for (const part of (schema.anyOf ?? []) as JsonSchema[]) perhaps(part, [fits(part)], [fails(part)]);
  if (schema.oneOf) {
    const options = (schema.oneOf as JsonSchema[]).flatMap((part) =>
      inner(part).map(({ assumed, covered }) => ({ assumed: [fits(part), ...assumed], covered })),
    );
    times(options);
  }
  if (schema.if !== undefined) {
    const condition: JsonSchema = schema.if;
    const [onMatch, otherwise]: readonly [JsonSchema, JsonSchema] = [schema.then ?? true, schema.else ?? true];
    const matched = inner(condition).flatMap((one) => inner(onMatch).map((other) => both(one, other)));
    times([
      ...matched.map(({ assumed, covered }) => ({ assumed: [fits(condition), ...assumed], covered })),
      ...inner(otherwise).map(({ assumed, covered }) => ({ assumed: [fails(condition), ...assumed], covered })),
    ]);
  }
  if (kind === 'object') {
    for (const [name, part] of Object.entries((schema.dependentSchemas ?? {}) as Record<string, JsonSchema>)) {
      perhaps(part, [{ ask: 'has', name }], [{ ask: 'lacks', name }]);
    }
  }
  return cases;
}

/** Returns the fields or elements that the schema's own keywords evaluate. */
function coveredBy({ kind, schema }: Subject, depth: number): Covered {
  if (kind === 'object') {
    return {
      isAll: schema.additionalProperties !== undefined || (depth > 0 && schema.unevaluatedProperties !== undefined),
      names: new Set(Object.keys(schema.properties ?? {})),
      patterns: Object.keys(schema.patternProperties ?? {}),
      items: 0,
    };
  }
  if (schema.contains !== undefined) throw new GaveUp('`contains` is used together with `unevaluatedItems`');
  const isAll = schema.items !== undefined || (depth > 0 && schema.unevaluatedItems !== undefined);
  return { ...NOTHING, isAll, items: schema.prefixItems?.length ?? 0 };
}

const both = (one: Case, other: Case): Case => ({
  assumed: [...one.assumed, ...other.assumed],
  covered: {
    isAll: one.covered.isAll || other.covered.isAll,
    names: new Set([...one.covered.names, ...other.covered.names]),
    patterns: [...one.covered.patterns, ...other.covered.patterns],
    items: Math.max(one.covered.items, other.covered.items),
  },
});

const isBlank = ({ assumed, covered: { isAll, names, patterns, items } }: Case): boolean =>
  assumed.length + names.size + patterns.length + items === 0 && !isAll;
