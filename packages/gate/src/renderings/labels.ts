import type { Labels } from '@vehicle-lookup/toolkit/findings';
import { visible } from '@vehicle-lookup/toolkit/markup';
import type { Impact } from '../comparison/change.ts';
import { differenceOf } from '../comparison/fingerprint.ts';
import type { Report, ReportedChange, Verdict } from '../report/report.ts';

export const impactLabels: Labels<Impact> = {
  major: { symbol: '✗', text: 'breaking' },
  minor: { symbol: '+', text: 'minor' },
  patch: { symbol: '·', text: 'patch' },
};

export const verdictTexts: Readonly<Record<Verdict, string>> = {
  accepted: 'This change can be released.',
  rejected: 'This change cannot be released yet.',
  'no verdict': 'The change could not be rated.',
};

/** Returns the location of a change, such as `spec/openapi.yaml:12`. */
export const placeText = ({ place: { file, line } }: ReportedChange): string => `${file}:${line}`;

const restsOnText = ({ clauses, assumptions }: ReportedChange): string =>
  [
    ...(clauses.length > 0 ? [`clause ${clauses.join(', ')}`] : []),
    ...(assumptions.length > 0 ? [`assumption ${assumptions.join(', ')}`] : []),
  ].join('; ');

/** Returns a value as a short string on one line. */
export const valueText = (value: unknown): string => visible(JSON.stringify(value) ?? 'nothing', 200);

/** Returns the facts of a change with their labels, except its code and operations. */
export function changeLines(change: ReportedChange): [label: string, text: string][] {
  const { what, before, after, audience, why, next, acknowledgement, impact, fingerprint } = change;
  const lines: [string, string][] = [
    ['what', what],
    ['at', `${placeText(change)} ${change.pointer}`],
    ['values', valuesText(before, after)],
    ['for example', 'value' in change ? valueText(change.value) : ''],
    ['affects', audience.join(', ')],
    ['why', why],
    ['rests on', restsOnText(change)],
    ['next', next],
    [
      'accepted',
      acknowledgement ? `${acknowledgement.reason} (${acknowledgement.owner}, until ${acknowledgement.expires})` : '',
    ],
    ['fingerprint', impact === 'major' ? fingerprint : ''],
  ];
  return lines.filter(([, text]) => text !== '');
}

/** Returns the old and the new value; for lists, only the lost and the new elements. */
function valuesText(before: unknown, after: unknown): string {
  if (before === undefined && after === undefined) return '';
  if (!Array.isArray(before) || !Array.isArray(after)) return `${valueText(before)} → ${valueText(after)}`;
  const [lost, gained] = differenceOf(before, after);
  const part = (what: string, list: unknown[]) =>
    list.length > 0 ? [`${what} ${list.map(valueText).join(', ')}`] : [];
  return [...part('lost', lost), ...part('new', gained)].join('; ');
}

/** Returns the names of both documents, such as `shop.yaml (Shop 1.2.0) → shop-2.yaml (Shop 2.0.0)`. */
export function comparedText({ base, revision }: Report): string {
  const text = (one: Report['base']) => (one ? `${one.name} (${one.title} ${one.version})` : 'nothing');
  return `${text(base)} → ${text(revision)}`;
}
