import { markdown as md } from '@vehicle-lookup/toolkit/findings';
import type { ChangeConsumer, Report, ReportedChange } from '../report/report.ts';
import { impactLabels } from './labels.ts';

const { code, inline, paragraphs, table } = md;

/** Sentence for reports without known consumers, so that an empty list does not look like safety. */
const NONE_KNOWN = 'No consumers are known. Unknown consumers may still be affected, so every rating remains valid.';

/** Maximum number of columns and rows in the table. */
const MOST = { consumers: 12, changes: 50 };

/** Returns the effects of a change on consumers as labelled lines. */
export function consumerLines({ consumers = [], impact }: ReportedChange): [label: string, text: string][] {
  const named = (effect: ChangeConsumer['effect']) => consumers.filter((one) => one.effect === effect);
  const withPlaces = ({ name, where }: ChangeConsumer) => `${name} (${where.join(', ')})`;
  return [
    ['breaks', named('breaks').map(withPlaces).join('; ')],
    ['used by', named('uses').map(withPlaces).join('; ')],
    ['may break', nameList(named('unknown'))],
    ['cannot break', impact === 'major' ? nameList(named('none')) : ''],
  ];
}

const nameList = (consumers: readonly ChangeConsumer[]): string => consumers.map(({ name }) => name).join(', ');

/** Returns a sentence about the consumers in a report; empty if consumers were not requested. */
export function consumersText({ consumers }: Report): string {
  if (consumers === undefined) return '';
  if (consumers.length === 0) return NONE_KNOWN;
  const names = consumers.map(({ name, version }) => `${name} ${version}`).join(', ');
  return `Known consumers: ${names}. They do not change the rating; other consumers may exist.`;
}

const MARKS: Readonly<Record<ChangeConsumer['effect'], string>> = {
  breaks: '✗',
  uses: 'uses',
  unknown: '?',
  none: '–',
};

/** Returns a table of changes and consumers; only a sentence if no consumer is known. */
export function consumersMarkdown(report: Report): string {
  const { consumers } = report;
  if (consumers === undefined) return '';
  if (consumers.length === 0) return inline(NONE_KNOWN);
  const changes = report.changes.filter(({ impact }) => impact !== 'patch');
  const effectOn = (change: ReportedChange, name: string) => change.consumers?.filter((one) => one.name === name) ?? [];
  const names = [...new Set(consumers.map(({ name }) => name))];
  const isTouched = (name: string) =>
    changes.some((change) => effectOn(change, name).some(({ effect }) => effect !== 'none'));
  const touched = names.filter(isTouched);
  const shown = [...touched, ...names.filter((name) => !touched.includes(name))].slice(0, MOST.consumers);
  const cell = (effects: readonly ChangeConsumer[]) =>
    [...new Set(effects.map(({ effect, where }) => [inline(MARKS[effect]), ...where.map(code)].join(' ')))].join(
      '<br>',
    );
  const rows = changes
    .slice(0, MOST.changes)
    .map((change) => [
      `${inline(impactLabels[change.impact].text)}: ${inline(change.what)}`,
      ...shown.map((name) => cell(effectOn(change, name))),
    ]);
  const more = names.length - shown.length;
  return paragraphs([
    '### Consumers',
    inline(consumersText(report)),
    table(['change', ...shown.map(inline)], rows),
    more > 0 ? `More consumers in report.json: ${more}.` : '',
    rows.length === 0
      ? ''
      : '✗: the change breaks the consumer. uses: the consumer uses the changed part and still works. ?: unknown. –: not affected.',
  ]).trimEnd();
}
