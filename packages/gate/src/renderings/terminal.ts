import {
  type Colour,
  countBy,
  countText,
  namesOf,
  type Paint,
  painter,
  wrapped,
} from '@vehicle-lookup/toolkit/findings';
import { visible } from '@vehicle-lookup/toolkit/markup';
import type { Impact } from '../comparison/change.ts';
import type { ReleaseProblem, Report, ReportedChange } from '../report/report.ts';
import { consumerLines, consumersText } from './consumers.ts';
import { changeLines, comparedText, impactLabels, placeText, verdictTexts } from './labels.ts';

const COLOURS: Readonly<Record<Impact, Colour>> = { major: 'red', minor: 'yellow', patch: 'dim' };

/**
 * Returns the report for a terminal with 80 columns: new changes, earlier changes, release problems and the verdict.
 * @param isColoured whether the text may contain escape sequences
 */
export function terminal(report: Report, isColoured = false): string {
  const paint = painter(isColoured);
  const { verdict, changes, problems, failure } = report;
  const [own, earlier] = [changes.filter(({ isNew }) => isNew), changes.filter(({ isNew }) => !isNew)];
  const hasBoth = own.length > 0 && earlier.length > 0;
  const sections = [
    ...(hasBoth ? [paint('This branch', 'bold')] : []),
    ...own.map((change) => changeText(change, paint)),
    ...(earlier.length > 0 ? [paint('Earlier unreleased changes', 'bold')] : []),
    ...earlier.map((change) => changeText(change, paint)),
    ...problems.map((problem) => queryErrorText(problem, paint)),
    countsText(report),
    wrapped('', visible(consumersText(report)), 2),
    failure === undefined ? '' : wrapped('! ', visible(failure)),
    `${paint(verdict, verdict === 'accepted' ? 'green' : 'red')}: ${verdictTexts[verdict]}`,
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function changeText(change: ReportedChange, paint: Paint): string {
  const { impact, code, operations, what } = change;
  const { symbol, text } = impactLabels[impact];
  const head = `${symbol} ${text} ${code}`;
  const where = wrapped(`${head}  `, visible(operations.join(', ')), 4).slice(head.length);
  // A patch needs little attention, so one line contains the change and its location.
  const lines =
    impact === 'patch'
      ? [['what', `${what} (${placeText(change)})`] as const]
      : [...changeLines(change), ...consumerLines(change)].filter(([, text]) => text !== '');
  return [
    paint(head, COLOURS[impact]) + where.trimEnd(),
    ...lines.map(([label, line]) => wrapped(`  ${label.padEnd(11)} `, visible(line))),
  ].join('\n');
}

const queryErrorText = ({ code, fails, what, next, file }: ReleaseProblem, paint: Paint): string =>
  [
    `${paint(`${fails ? '✗' : '~'} ${code}`, fails ? 'red' : 'yellow')}${file === '' ? '' : `  ${visible(file)}`}`,
    wrapped(`  ${'what'.padEnd(11)} `, visible(what)),
    wrapped(`  ${'next'.padEnd(11)} `, visible(next)),
  ].join('\n');

function countsText(report: Report): string {
  if (report.revision === undefined) return '';
  const counts = countText(
    countBy(namesOf(impactLabels), report.changes, ({ impact }) => impact),
    impactLabels,
  );
  return wrapped('', visible(`${comparedText(report)}: ${counts || 'no change'}`), 2);
}
