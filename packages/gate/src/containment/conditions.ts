import type { JsonSchema, Kind, LocatedSchema, SchemaObject } from './schema.ts';

/** `inner`: the schema whose values are searched for; `outer`: the schema that may reject them. */
export type Role = 'inner' | 'outer';

/** A condition on the value: the schema must accept it, or must reject it. */
export interface Literal extends LocatedSchema {
  role: Role;
  isAccepted: boolean;
}

/** A schema whose constraints on values of one kind are read. */
export interface Subject {
  kind: Kind;
  schema: SchemaObject;
  source: LocatedSchema['source'];
  role: Role;
}

/** Creates the condition that a part of the subject accepts or rejects a value. */
export const literalOf = ({ source, role }: Subject, schema: JsonSchema, isAccepted: boolean): Literal => ({
  schema,
  source,
  role,
  isAccepted,
});

/** Field names that match a pattern, or field names outside a list of names and patterns. */
export interface FieldRange {
  pattern?: string;
  outside?: { names: ReadonlySet<string>; patterns: readonly string[] };
}

/** Creates a separate condition type for each `ask` value. */
type Asks<Ask extends string, Details = object> = Ask extends string ? { ask: Ask } & Details : never;

/** A condition on a value of a known kind. Each keyword has a condition for valid values and a condition for invalid values. */
export type Condition =
  | Asks<'unknown', { why: string }>
  | Asks<'one of' | 'none of', { values: readonly unknown[] }>
  // Numbers
  | Asks<'integer' | 'fraction'>
  | Asks<'minimum' | 'maximum' | 'above' | 'below' | 'multiple' | 'not multiple', { value: number }>
  // Strings
  | Asks<'min length' | 'max length', { value: number }>
  | Asks<'pattern' | 'not pattern' | 'format' | 'not format', { value: string }>
  // Arrays
  | Asks<'min items' | 'max items', { value: number }>
  | Asks<'unique' | 'repeated'>
  | Asks<'element', { index: number; literal: Literal }>
  | Asks<'elements', { from: number; literal: Literal }>
  | Asks<'some element', { from: number; to: number; literal: Literal }>
  | Asks<'at least' | 'at most', { count: number; literal: Literal }>
  // Objects: `field` applies to a field that may be absent
  | Asks<'min fields' | 'max fields', { value: number }>
  | Asks<'has' | 'lacks', { name: string }>
  | Asks<'field' | 'present field', { name: string; literal: Literal }>
  | Asks<'fields' | 'some field', FieldRange & { literal: Literal }>
  | Asks<'names' | 'some name', { literal: Literal }>;

export type Demand = Condition | Literal;

export const isCondition = (demand: Demand): demand is Condition => 'ask' in demand;

/** Conditions that must all hold. */
export type Way = readonly Demand[];

/** A schema constraint: the ways to satisfy it and the ways to violate it. */
export interface Constraint {
  keep: readonly Way[];
  break: readonly Way[];
}

/** Returns the conditions with one of the given `ask` values. */
export const asking = <Ask extends Condition['ask']>(
  conditions: readonly Condition[],
  ...asks: readonly Ask[]
): Extract<Condition, { ask: Ask }>[] =>
  conditions.filter((one): one is Extract<Condition, { ask: Ask }> => (asks as readonly string[]).includes(one.ask));

/** Result of a search: a value, the proof that no value exists, or the reason why neither was found. */
export type Result = { is: 'value'; value: unknown } | { is: 'none' } | { is: 'unknown'; why: string };

export const NONE: Result = { is: 'none' };
export const found = (value: unknown): Result => ({ is: 'value', value });
export const unknown = (why: string): Result => ({ is: 'unknown', why });

/** Searches for a value that meets all conditions on a nested part. */
export type Solve = (literals: readonly Literal[]) => Result;
