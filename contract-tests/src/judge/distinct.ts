import { records } from './records.ts';
import type { ValueRule } from './value-rule.ts';

/**
 * A field that identifies the entries of a list has another value in each.
 * @param clause by id
 */
export function distinct(field: string, clause: string): ValueRule {
  return {
    clause,
    expected: `entries with a ${field} of their own`,
    breach: ({ body }) => {
      const values = records(body).map((record) => String(record[field]));
      const repeated = values.findIndex((value, index) => values.indexOf(value) < index);
      return repeated < 0 ? undefined : `entry ${repeated + 1} with the ${field} of an earlier one`;
    },
  };
}
