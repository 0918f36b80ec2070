import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadModules } from '@vehicle-lookup/modules';
import { shownValue } from '../checks/shown-value.ts';
import type { EarlierSuccess, KnownSuccess } from '../plan/known-data.ts';
import type { Yields } from '../plan/order.ts';
import { RunError } from '../run-error.ts';

/** A rule about the values of a reply that no schema can state. */
export interface ValueRule {
  /** The clause that promises it, by id, or the assumption that reads it into a clause. */
  clause?: string;
  assumption?: string;
  /** What holds, as a sentence. */
  expected: string;
  /** What was found instead, with the values that do not fit, cut; undefined where it holds. */
  breach: (success: KnownSuccess, earlier: EarlierSuccess) => string | undefined;
}

/** What `value-rules/<operationId>.ts` exports. */
export interface OperationRules {
  rules: readonly ValueRule[];
  /** Values that the reply gives for parameters of other operations. */
  yields?: Yields;
  /** Operations whose replies have the same form and cannot have the same content. */
  differsFrom?: readonly string[];
}

/** One record of a success body; its fields may be absent in a simplified form. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The records of a success body in any envelope: `data` of an object, or a bare array; one record is a list of one. A body of
 * another form has none.
 */
export function records(body: unknown): Fields[] {
  const data: unknown = Array.isArray(body) ? body : (Object(body) as Fields).data;
  const all: unknown[] = Array.isArray(data) ? data : [data];
  return all.filter((record): record is Fields => typeof record === 'object' && record !== null);
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

/**
 * A field that identifies the entries of a list has another value in each.
 * @param clause by id
 */
export function distinct(field: string, clause: string): ValueRule {
  return {
    clause,
    expected: `another ${field} in each entry`,
    breach: ({ body }) => {
      const seen = new Map<string, number>();
      for (const [index, record] of records(body).entries()) {
        const first = seen.get(String(record[field]));
        if (first !== undefined) {
          return `${shownFields(record, [field])} in entry ${first + 1} and again in entry ${index + 1}`;
        }
        seen.set(String(record[field]), index);
      }
      return undefined;
    },
  };
}

export const valueRulesDirectory: string = fileURLToPath(new URL('../../value-rules/', import.meta.url));

/**
 * Loads the value rules by operation: one file for each, named after it. An operation without a file has no rules. An
 * interface whose schemas state everything has no directory.
 * @throws RunError when a file is not named after an operation, or exports no rules
 */
export async function loadValueRules(
  directory: string,
  operations: readonly string[],
): Promise<Map<string, OperationRules>> {
  const modules = existsSync(directory) ? await loadModules(directory) : new Map<string, Partial<OperationRules>>();
  const extra = [...modules.keys()].filter((id) => !operations.includes(id));
  if (extra.length > 0) {
    throw new RunError(`value rules without an operation: ${extra.join(', ')}; rename the file to its operationId`);
  }
  return new Map([...modules].map(([id, module]) => [id, operationRules(id, module)]));
}

function operationRules(id: string, module: Partial<OperationRules>): OperationRules {
  if (!Array.isArray(module.rules)) throw new RunError(`value-rules/${id} exports no list named rules`);
  return { ...module, rules: module.rules };
}
