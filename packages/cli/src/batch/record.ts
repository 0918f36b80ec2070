import { messageOf } from '../output/failure.ts';
import type { LookupOutcome, Value } from '../service.ts';

/** A line in the output of a batch: a value and its result. */
export interface BatchRecord {
  operation: string;
  /** The error, if the request failed. */
  error?: { code: string; message: string; status?: number; retryAfter?: number };
  /** The value, under its parameter name, and either `data` and `issues`, or `body`. */
  [member: string]: unknown;
}

/** Properties shared by all lines of an output file. */
export interface RecordForm {
  operation: string;
  /** Name of the parameter for the value. */
  parameter: string;
  /** Name of the result field: `data`, or `body` with --raw. */
  member: 'data' | 'body';
  /** Whether values that were not found are requested again. */
  retryNotFound?: boolean | undefined;
  /** Returns an identity that equivalent values share. */
  identify(value: Value): string;
}

/** Result for a value in an earlier run: a response, an unknown value, or an invalid value. */
export type ResultKind = 'answered' | 'not_found' | 'invalid_argument';

/** Creates the record for a value and its result. */
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
 * Reads a line of an output file.
 * @returns the value's identity, with the result unless the value must be requested again; for an invalid line, a description
 */
export function readRecord(line: string, form: RecordForm): { identity: string; result?: ResultKind } | string {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return 'a line that is not JSON';
  }
  if (typeof record !== 'object' || record === null || !('operation' in record)) return 'a line without an operation';
  const { operation, error, [form.parameter]: value, ...rest } = record as BatchRecord;
  if (operation !== form.operation) return `a line for another operation`;
  if (typeof value !== 'string' && typeof value !== 'number') return `a line without ${form.parameter}`;
  if (error === undefined && !(form.member in rest)) return `a line without ${form.member}`;
  const identity = form.identify(value);
  if (error === undefined) return { identity, result: 'answered' };
  // An invalid VIN stays invalid. An unknown vehicle is unlikely to appear soon, and a request may cost a consultation.
  const { code } = error;
  const isKept = code === 'invalid_argument' || (code === 'not_found' && !form.retryNotFound);
  return isKept ? { identity, result: code } : { identity };
}
