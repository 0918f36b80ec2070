import { failureText } from '../output/failure.ts';
import { text } from '../output/flatten.ts';
import { type BatchOutcome, sumOf } from './run.ts';

/** Input for a summary, in addition to the outcome. */
export interface Circumstances {
  /** Number of values; undefined if unknown. */
  total: number | undefined;
  isInterrupted: boolean;
  hasFile: boolean;
  baseUrl: string;
  /** Numbers of all rows in the list, rows with a repeated value, and rows without a value. */
  read: { rows: number; repeated: number; blank: number };
}

/** Results that are counted separately. All other results are failures. */
const NO_FAILURES = ['answered', 'not_found', 'invalid_argument'];

/** Formats the outcome of a batch on one line, with the next step if the batch is incomplete. */
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
    ...(isStopped ? [left === undefined ? 'the rest not requested' : `${left} left`] : []),
  ];
  const kinds = [...part(read.repeated, 'repeated'), ...part(read.blank, 'without a value')];
  const rows = kinds.length > 0 ? `, of ${part(read.rows, 'rows', kinds)}` : '';
  const next = hasFile
    ? `; the same command with --resume ${left === 0 && !unwritten ? 'completes the file' : 'requests the rest'}`
    : '; values for which no line was printed have no result';
  const isOpen = isStopped || (hasFile && failures.length > 0);
  return `${reason(outcome, circumstances)}${counts.join(', ')}${rows}${isOpen ? next : ''}`;
}

/** Formats a count with details: `3 failed (2 network, 1 server)`. Returns an empty array if the count is 0. */
const part = (count: number | undefined, kind: string, details: readonly string[] = []): string[] =>
  count ? [`${count} ${kind}${details.length > 0 ? ` (${details.join(', ')})` : ''}`] : [];

/** Maximum length of a value in a summary. */
const LONGEST = 30;

/** Formats the first invalid values: `line 3: NOTAVIN`, `line 7: x`, `…` */
function invalidTexts({ results, firstInvalid }: BatchOutcome): string[] {
  const shown = firstInvalid
    .toSorted((one, other) => one.line - other.line)
    .map(({ item, line }) => `line ${line}: ${text(item).slice(0, LONGEST) || 'no value'}`);
  return results.get('invalid_argument') === shown.length ? shown : [...shown, '…'];
}

/** Returns the reason why a batch ended early. Output errors take precedence, because other reasons recur in the next run. */
function reason(
  { broken, unwritten, stopped, alike, isSpent, lost = 0 }: BatchOutcome,
  { baseUrl, isInterrupted }: Circumstances,
): string {
  if (broken && unwritten)
    return `${broken.message}; ${unwritten.length} results are on standard output: append them to the file; `;
  if (broken) return `${broken.message}; `;
  if (stopped && alike !== undefined)
    return `stopped because the first ${alike} requests failed in the same way: ${failureText(stopped, baseUrl)} `;
  if (stopped) return `stopped by ${failureText(stopped, baseUrl)} `;
  const requests = `${lost} ${lost === 1 ? 'request' : 'requests'} without a complete response`;
  const more = lost > 0 ? `, counting ${requests}, which may have been charged` : '';
  if (isSpent) return `stopped at --max-consultations${more}: `;
  return isInterrupted ? 'interrupted: ' : '';
}
