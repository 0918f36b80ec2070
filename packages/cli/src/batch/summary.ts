import { failureText } from '../output/failure.ts';
import { text } from '../output/flatten.ts';
import { type BatchOutcome, sumOf } from './run.ts';

/** The input of a summary other than the outcome. */
export interface Circumstances {
  /** The number of values; undefined if it is unknown. */
  total: number | undefined;
  isInterrupted: boolean;
  hasFile: boolean;
  baseUrl: string;
  /** The rows of the list, those with the value of an earlier row, and those without a value. */
  read: { rows: number; repeated: number; blank: number };
}

/** Results with a part of their own; the others are failures. */
const NO_FAILURES = ['answered', 'not_found', 'invalid_argument'];

/** The result of a batch on one line, with the next step after a failure. */
export function summary(outcome: BatchOutcome, circumstances: Circumstances): string {
  const { total, isInterrupted, hasFile, read } = circumstances;
  const { results, skipped, requested, stopped, broken, isSpent, unwritten } = outcome;
  const isStopped = broken !== undefined || stopped !== undefined || isSpent === true || isInterrupted;
  const left = total === undefined ? undefined : Math.max(requested, total - sumOf(skipped)) - sumOf(results);
  const failures = [...results].flatMap(([kind, count]) => (NO_FAILURES.includes(kind) ? [] : [`${count} ${kind}`]));
  const counts = [
    `${results.get('answered') ?? 0} succeeded`,
    ...part(results.get('not_found'), 'not found'),
    ...part(results.get('invalid_argument'), 'invalid', invalidTexts(outcome)),
    ...part(sumOf(results, ...NO_FAILURES), 'failed', failures),
    ...part(sumOf(skipped), 'skipped', [
      ...part(skipped.get('not_found'), 'not found'),
      ...part(skipped.get('invalid_argument'), 'invalid'),
    ]),
    ...(isStopped ? [left === undefined ? 'the rest is left' : `${left} left`] : []),
  ];
  const kinds = [...part(read.repeated, 'repeated'), ...part(read.blank, 'without a value')];
  const rows = kinds.length > 0 ? `, of ${part(read.rows, 'rows', kinds)}` : '';
  const next = hasFile
    ? `; the same command with --resume ${left === 0 && !unwritten ? 'completes the file' : 'requests the rest'}`
    : '; values without a line have no answer';
  const isOpen = isStopped || (hasFile && failures.length > 0);
  return `${reason(outcome, circumstances)}${counts.join(', ')}${rows}${isOpen ? next : ''}`;
}

/** `3 failed (2 network, 1 server)`; nothing if there are none. */
const part = (count: number | undefined, kind: string, details: readonly string[] = []): string[] =>
  count ? [`${count} ${kind}${details.length > 0 ? ` (${details.join(', ')})` : ''}`] : [];

/** Longer values are cut. */
const LONGEST = 30;

/** `line 3: NOTAVIN`, `line 7: x`, `…` */
function invalidTexts({ results, firstInvalid }: BatchOutcome): string[] {
  const shown = firstInvalid
    .toSorted((one, other) => one.line - other.line)
    .map(({ item, line }) => `line ${line}: ${text(item).slice(0, LONGEST) || 'no value'}`);
  return results.get('invalid_argument') === shown.length ? shown : [...shown, '…'];
}

/** A broken output comes first, because lines were lost. Any other reason will appear again in the next run. */
function reason(
  { broken, unwritten, stopped, alike, isSpent, lost = 0 }: BatchOutcome,
  { baseUrl, isInterrupted }: Circumstances,
): string {
  if (broken && unwritten)
    return `${broken.message}; ${unwritten.length} results are on standard output: append them to the file; `;
  if (broken) return `${broken.message}; `;
  if (stopped && alike !== undefined)
    return `stopped, because the first ${alike} requests failed in the same way: ${failureText(stopped, baseUrl)} `;
  if (stopped) return `stopped by ${failureText(stopped, baseUrl)} `;
  const requests = `${lost} ${lost === 1 ? 'request' : 'requests'} without a complete response`;
  const more = lost > 0 ? `, which includes ${requests}, because they may have been charged` : '';
  if (isSpent) return `stopped at --max-consultations${more}: `;
  return isInterrupted ? 'interrupted: ' : '';
}
