import type { EarlierSuccess, KnownSuccess } from '../plan/known-data.ts';
import { shownValue } from './received.ts';
import { type Fields, recordPointer, records } from './records.ts';

/** A rule about the values of a response that no schema can state. */
export interface ValueRule {
  /** What is wrong where it does not hold, as a sentence without its full stop. */
  title: string;
  /** The operations whose responses it is about. */
  operations: readonly string[];
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

/** `/data/0 {"year":"2012","yearEnd":"2008"}`: a record with some of its fields. */
export function shownRecord(body: unknown, index: number, names?: readonly string[]): string {
  const record = records(body)[index] ?? {};
  const part = names ? Object.fromEntries(names.map((name) => [name, record[name]])) : record;
  return `${recordPointer(body, index)} ${shownValue(part, LONGEST_RECORD)}`;
}

const LONGEST_RECORD = 120;

/** A rule that each record must satisfy by itself. */
interface RecordRule extends Omit<ValueRule, 'mismatch'> {
  /** The fields that it compares. */
  names: readonly string[];
  next: string;
  /** Whether a record breaks it. */
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

/** `year "2012", yearEnd "2008"`: the fields of a record that do not fit, with their values. */
export const shownFields = (record: Fields | undefined, names: readonly string[]): string =>
  names.map((name) => `${name} ${shownValue(record?.[name])}`).join(', ');

/** The texts of a field in the records of a body; numbers as texts. */
export const textsOf = (body: unknown, field: string): string[] =>
  records(body).flatMap((record) => {
    const value = Object.hasOwn(record, field) ? record[field] : undefined;
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [String(value)] : [];
  });

/** A number with a decimal comma or point. */
export const decimal = (value: unknown): number => Number(String(value ?? '').replace(',', '.'));
