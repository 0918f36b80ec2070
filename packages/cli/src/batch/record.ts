import { messageOf } from '../output/failure.ts';
import type { LookupOutcome, Value } from '../service.ts';

/** One line of a batch's output: a value and its result. */
export interface BatchRecord {
  operation: string;
  /** Only in the record of a failure. */
  error?: { code: string; message: string; status?: number; retryAfter?: number };
  /** The value under the name of its parameter; then `data` (and `issues`), or `body`. */
  [member: string]: unknown;
}

/** The properties that all lines of a file share. */
export interface RecordForm {
  operation: string;
  /** The name of the parameter that has the value. */
  parameter: string;
  /** The field for the result: `data`, or `body` with --raw. */
  member: 'data' | 'body';
  /** True: a value that was not found is asked for again. */
  retryNotFound?: boolean | undefined;
  /** A text that is the same for values that mean the same, however they are written. */
  identify(value: Value): string;
}

/** Whether an earlier run answered a value, found that the service does not know it, or rejected it. */
export type ResultKind = 'answered' | 'not_found' | 'invalid_argument';

/** The record of a value. */
export function recordOf(form: RecordForm, value: Value, result: LookupOutcome): BatchRecord {
  const { operation, parameter, member } = form;
  const record = { operation, [parameter]: value };
  if (!result.ok) {
    const { code, status, retryAfter } = result.error;
    const message = messageOf(result.error);
    return { ...record, error: { code, message, ...(status && { status }), ...(retryAfter && { retryAfter }) } };
  }
  const { data, issues } = result;
  return { ...record, [member]: data, ...(issues.length > 0 && { issues }) };
}

/**
 * Reads a line.
 * @returns the value's identity and its result, undefined if it has to be asked again; a text that says what is wrong with the line
 */
export function readRecord(line: string, form: RecordForm): { identity: string; result?: ResultKind } | string {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return 'a line without JSON';
  }
  if (typeof record !== 'object' || record === null || !('operation' in record)) return 'a line that is not of a batch';
  const { operation, error, [form.parameter]: value, ...rest } = record as BatchRecord;
  if (operation !== form.operation) return `a line of another operation`;
  if (typeof value !== 'string' && typeof value !== 'number') return `a line without ${form.parameter}`;
  if (error === undefined && !(form.member in rest)) return `a line without ${form.member}`;
  const identity = form.identify(value);
  if (error === undefined) return { identity, result: 'answered' };
  // An invalid VIN stays invalid. A missing vehicle will not exist in a minute, and asking may cost a consultation.
  const { code } = error;
  const isKept = code === 'invalid_argument' || (code === 'not_found' && !form.retryNotFound);
  return isKept ? { identity, result: code } : { identity };
}
