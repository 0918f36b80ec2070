import { isDeepStrictEqual } from 'node:util';
import { shownValue } from '../checks/received.ts';
import { type Fields, recordPointer, records } from '../checks/records.ts';
import type { EarlierSuccess, KnownSuccess } from '../plan/known-data.ts';
import type { Yields } from '../plan/order.ts';
import { RunError } from '../run-error.ts';

/** A rule about the values of a response that no schema can state. */
export interface ValueRule {
  /** What is wrong where it does not hold, as a sentence without its full stop. */
  title: string;
  /** The clause that promises it, by id, or the assumption that reads it into a clause. */
  clause?: string;
  assumption?: string;
  /** What holds, as a sentence. */
  expected: string;
  /** What was found instead; undefined where it holds. */
  mismatch: (success: KnownSuccess, earlier: EarlierSuccess) => Mismatch | undefined;
}

/** Values that do not fit. */
export interface Mismatch {
  /** The values, cut. */
  got: string;
  /** The values with their places. */
  evidence: string;
  /** What to look at, and how to correct it. */
  next: string;
  /** The operation whose earlier response has the other value. */
  comparedWith?: string;
}

/** An entry of `value-rules.ts`, under an operationId. */
export interface OperationRules {
  rules: readonly ValueRule[];
  /** Values that the response gives for parameters of other operations. */
  yields?: Yields;
  /** Operations whose responses have the same form and cannot have the same content. */
  differsFrom?: readonly string[];
}

/** `/data/0 {"year":"2012","yearEnd":"2008"}`: a record with some of its fields. */
export function shownRecord(body: unknown, index: number, names?: readonly string[]): string {
  const record = records(body)[index] ?? {};
  const part = names ? Object.fromEntries(names.map((name) => [name, record[name]])) : record;
  return `${recordPointer(body, index)} ${shownValue(part, LONGEST_RECORD)}`;
}

const LONGEST_RECORD = 120;

/**
 * A rule that each record holds alone.
 * @param isWrong whether a record breaks it
 * @param names the fields that it compares
 */
export const recordRule = (
  rule: Pick<ValueRule, 'title' | 'clause' | 'assumption' | 'expected'> & { names: readonly string[]; next: string },
  isWrong: (record: Fields) => boolean,
): ValueRule => {
  const { names, next, ...rests } = rule;
  return {
    ...rests,
    mismatch: ({ body }) => {
      const index = records(body).findIndex(isWrong);
      if (index < 0) return undefined;
      const all = records(body);
      const count = all.filter(isWrong).length;
      const among =
        all.length > 1
          ? `, ${count === all.length ? `as all ${count} records` : `${count} of ${all.length} records`}`
          : '';
      const got = `${shownFields(all[index], names)} in ${recordPointer(body, index)}${among}`;
      const [first = ''] = Object.keys(records(body)[index] ?? {});
      return { got, evidence: shownRecord(body, index, [first, ...names]), next };
    },
  };
};

/** `year "2012", yearEnd "2008"`: the fields of a record that do not fit, with their values. */
export const shownFields = (record: Fields | undefined, names: readonly string[]): string =>
  names.map((name) => `${name} ${shownValue(record?.[name])}`).join(', ');

/** The texts of a field in the records of a body; numbers as texts. */
export const textsOf = (body: unknown, field: string): string[] =>
  records(body).flatMap((record) => {
    const value = Object.hasOwn(record, field) ? record[field] : undefined;
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [String(value)] : [];
  });

/**
 * A field that identifies the entries of a list has another value in each.
 * @param clause by id
 */
export function distinct(field: string, clause: string): ValueRule {
  return {
    title: `Two entries of the list have the same ${field}`,
    clause,
    expected: `another ${field} in each entry`,
    mismatch: ({ body }) => {
      const all = records(body);
      const seen = new Map<string, number>();
      for (const [index, record] of all.entries()) {
        const first = seen.get(String(record[field]));
        if (first !== undefined) {
          const [one, other] = [first, index].map((at) => recordPointer(body, at));
          return {
            got: `${shownFields(record, [field])} in ${one} and again in ${other}`,
            evidence: [first, index].map((at) => shownRecord(body, at)).join('; '),
            next: isDeepStrictEqual(all[first], record)
              ? 'The two entries are equal: list each one once.'
              : `If the two entries are one, list it once; otherwise give each a ${field} of its own.`,
          };
        }
        seen.set(String(record[field]), index);
      }
      return undefined;
    },
  };
}

/**
 * The value rules by operation.
 * @throws RunError when rules are not named after an operation
 */
export function valueRulesOf(
  operations: readonly string[],
  rules: Readonly<Record<string, OperationRules>>,
): Map<string, OperationRules> {
  const extra = Object.keys(rules).filter((id) => !operations.includes(id));
  if (extra.length > 0) {
    throw new RunError(
      `value rules without an operation: ${extra.join(', ')}; name them after an operation in value-rules.ts`,
    );
  }
  return new Map(Object.entries(rules));
}
