import type { EarlierSuccess, KnownSuccess } from '../plan/known-data.ts';
import { shownValue } from './received.ts';
import { type Fields, recordPointer, records } from './records.ts';

/** A rule about response values that a schema cannot express. */
export interface ValueRule {
  /** The error if the rule is violated, as a sentence without a full stop. */
  title: string;
  /** The operations whose responses the rule covers. */
  operations: readonly string[];
  /** The id of the clause that states the rule, or of the assumption that derives the rule from a clause. */
  clause?: string;
  assumption?: string;
  /** The expected values, as a phrase. */
  expected: string;
  /** Returns the mismatch, or undefined if the response satisfies the rule. */
  mismatch: (success: KnownSuccess, earlier: EarlierSuccess) => Mismatch | undefined;
}

/** Inconsistent values. */
export interface Mismatch {
  /** The values, truncated. */
  got: string;
  /** The values with their locations. */
  evidence: string;
  /** The next step: where to look and how to correct the values. */
  next: string;
  /** The operation whose earlier response has the inconsistent value. */
  comparedWith?: string;
}

/** Returns a record with some of its fields: `/data/0 {"year":"2012","yearEnd":"2008"}`. */
export function shownRecord(body: unknown, index: number, names?: readonly string[]): string {
  const record = records(body)[index] ?? {};
  const part = names ? Object.fromEntries(names.map((name) => [name, record[name]])) : record;
  return `${recordPointer(body, index)} ${shownValue(part, LONGEST_RECORD)}`;
}

const LONGEST_RECORD = 120;

/** A rule that each record must satisfy by itself. */
interface RecordRule extends Omit<ValueRule, 'mismatch'> {
  /** The compared fields. */
  names: readonly string[];
  next: string;
  /** Returns whether a record violates the rule. */
  isWrong: (record: Fields) => boolean;
}

export function recordRule({ names, next, isWrong, ...rule }: RecordRule): ValueRule {
  return {
    ...rule,
    mismatch: ({ body }) => {
      const all = records(body);
      const index = all.findIndex(isWrong);
      if (index < 0) return undefined;
      const among = all.length > 1 ? `, ${all.filter(isWrong).length} of ${all.length} records` : '';
      const [first = ''] = Object.keys(all[index] ?? {});
      return {
        got: `${shownFields(all[index], names)} in ${recordPointer(body, index)}${among}`,
        evidence: shownRecord(body, index, [first, ...names]),
        next,
      };
    },
  };
}

/** Returns the inconsistent fields of a record with their values: `year "2012", yearEnd "2008"`. */
export const shownFields = (record: Fields | undefined, names: readonly string[]): string =>
  names.map((name) => `${name} ${shownValue(record?.[name])}`).join(', ');

/** Returns a field's values in the records of a body. Numbers are returned as strings. */
export const textsOf = (body: unknown, field: string): string[] =>
  records(body).flatMap((record) => {
    const value = Object.hasOwn(record, field) ? record[field] : undefined;
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [String(value)] : [];
  });

/** Parses a number with a decimal comma or point. */
export const decimal = (value: unknown): number => Number(String(value ?? '').replace(',', '.'));
