import type { Answer, Refusal, Value } from '../ask.ts';

/** One line of a batch's output: what was asked, and what came of it. */
export interface BatchRecord {
  /** The operationId. */
  operation: string;
  /** Of a failure. */
  error?: { code: string; message: string; status?: number; retryAfter?: number };
  /** The value that was asked for, by the name of the parameter; then `data` (and `issues`), or `body`. */
  [member: string]: unknown;
}

/** What the lines of one file have in common. */
export interface RecordForm {
  operation: string;
  /** The parameter that names the value. */
  parameter: string;
  /** The member that holds an answer: `data`, or `body` with --raw. */
  member: 'data' | 'body';
  /** A text that is the same for values which mean the same, however they are written. */
  identify(value: Value): string;
}

/** What came of a value, as a line says it. */
export function recordOf(
  { operation, parameter, member }: RecordForm,
  value: Value,
  result: Answer | Refusal,
): BatchRecord {
  const record = { operation, [parameter]: value };
  if (!result.ok) {
    const { code, message, status, retryAfter } = result.error;
    return { ...record, error: { code, message, ...(status && { status }), ...(retryAfter && { retryAfter }) } };
  }
  const { data, issues } = result;
  return { ...record, [member]: data, ...(issues.length > 0 && { issues }) };
}

/** The beginning of every line: a torn one is known by it. */
export const opening = ({ operation, parameter }: RecordForm): string =>
  `${JSON.stringify({ operation }).slice(0, -1)},${JSON.stringify(parameter)}:`;

/**
 * Reads a line back.
 * @returns which value it is of and whether that was answered; as a text what is wrong with the line
 */
export function readRecord(line: string, form: RecordForm): { identity: string; answered: boolean } | string {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return 'no JSON';
  }
  if (typeof record !== 'object' || record === null || !('operation' in record)) return 'no line of a batch';
  const { operation, error, [form.parameter]: value, ...rest } = record as BatchRecord;
  if (operation !== form.operation) return `a line of another operation`;
  if (typeof value !== 'string' && typeof value !== 'number') return `a line without ${form.parameter}`;
  const answered = error === undefined;
  return !answered || form.member in rest
    ? { identity: form.identify(value), answered }
    : `a line without ${form.member}`;
}
