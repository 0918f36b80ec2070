import { failureText } from '../output/failure.ts';
import { text } from '../output/flatten.ts';
import { type BatchOutcome, failures, finished } from './run.ts';

/** What a summary needs to know besides the outcome. */
export interface Circumstances {
  /** The number of values; undefined if it is unknown. */
  total: number | undefined;
  /** A signal ended the batch. */
  isInterrupted: boolean;
  /** The lines were written to a file. */
  hasFile: boolean;
  /** The base URL of the service. */
  baseUrl: string;
  /** The rows of the list, those with the value of an earlier row, and those without a value. */
  read: { rows: number; repeated: number; blank: number };
}

/** The result of a batch on one line, with the next step after a failure. */
export function summary(outcome: BatchOutcome, circumstances: Circumstances): string {
  const { total, isInterrupted, hasFile } = circumstances;
  const { answered, notFound, skipped, requested, stopped, broken, isSpent } = outcome;
  const isStopped = broken !== undefined || stopped !== undefined || isSpent === true || isInterrupted;
  const left = total === undefined ? undefined : Math.max(requested, total - skipped) - finished(outcome);
  const counts = [
    `${answered} succeeded`,
    ...(notFound > 0 ? [`${notFound} not found`] : []),
    ...invalidText(outcome),
    ...failedText(outcome),
    ...(skipped > 0 ? [`${skipped} skipped${skippedText(outcome)}`] : []),
    ...(isStopped ? [left === undefined ? 'the rest is left' : `${left} left`] : []),
  ].join(', ');
  const next = hasFile
    ? `; the same command with --resume requests the rest`
    : '; values without a line have no answer';
  const isOpen = isStopped || (hasFile && failures(outcome) > 0);
  return `${reason(outcome, circumstances)}${counts}${rowsText(circumstances)}${isOpen ? next : ''}`;
}

/** ` of 44 rows (7 repeated, 3 without a value)`: of rows that are not a value each. */
function rowsText({ read: { rows, repeated, blank } }: Circumstances): string {
  const kinds = [...(repeated > 0 ? [`${repeated} repeated`] : []), ...(blank > 0 ? [`${blank} without a value`] : [])];
  return kinds.length > 0 ? `, of ${rows} rows (${kinds.join(', ')})` : '';
}

/** Longer values are cut. */
const LONGEST = 30;

/** `2 invalid (line 3: NOTAVIN, line 7: x)` */
function invalidText({ invalid, firstInvalid }: BatchOutcome): string[] {
  if (invalid === 0) return [];
  const shown = firstInvalid
    .toSorted((one, other) => one.line - other.line)
    .map(({ item, line }) => `line ${line}: ${text(item).slice(0, LONGEST) || 'no value'}`);
  return [`${invalid} invalid (${[...shown, ...(invalid > shown.length ? ['…'] : [])].join(', ')})`];
}

/** `3 failed (2 network, 1 server)` */
function failedText(outcome: BatchOutcome): string[] {
  const count = failures(outcome);
  if (count === 0) return [];
  return [`${count} failed (${[...outcome.failed].map(([code, number]) => `${number} ${code}`).join(', ')})`];
}

/** ` (1 not found, 2 invalid)` */
function skippedText({ skippedNotFound, skippedInvalid }: BatchOutcome): string {
  const kinds = [
    ...(skippedNotFound > 0 ? [`${skippedNotFound} not found`] : []),
    ...(skippedInvalid > 0 ? [`${skippedInvalid} invalid`] : []),
  ];
  return kinds.length > 0 ? ` (${kinds.join(', ')})` : '';
}

/** A broken output comes first, because lines were lost. Any other reason will appear again in the next run. */
function reason(
  { broken, stopped, alike, isSpent, lost = 0 }: BatchOutcome,
  { baseUrl, isInterrupted }: Circumstances,
): string {
  if (broken) return `${broken.message}; `;
  if (stopped && alike !== undefined)
    return `stopped, because the first ${alike} requests failed in the same way: ${failureText(stopped, baseUrl)} `;
  if (stopped) return `stopped by ${failureText(stopped, baseUrl)} `;
  const requests = `${lost} ${lost === 1 ? 'request' : 'requests'} without a complete response`;
  const more = lost > 0 ? `, which includes ${requests}, because they may have been charged` : '';
  if (isSpent) return `stopped at --max-consultations${more}: `;
  return isInterrupted ? 'interrupted: ' : '';
}
