import { foldedTable } from '@vehicle-lookup/toolkit/findings';
import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import type { RunReport } from '../../report/report.ts';
import { clauseLabels, fieldLabels, fieldText, inOrderOf, stateCount } from '../labels.ts';

/** Every clause of the specification: was it observed, contradicted, or not asked, and why. */
export function verified({ clauses }: RunReport): Markup {
  const rows = inOrderOf(clauseLabels, clauses).map(({ id, words, state, how }) => {
    const { symbol, text } = clauseLabels[state];
    return markup`<tr data-clause="${state}"><td><code>${id}</code><br><span class="soft">${words}</span></td><td>${symbol} ${text}<br><span class="soft">${how}</span></td></tr>\n`;
  });
  return foldedTable({
    title: 'What was verified',
    heads: ['clause', 'state, and how'],
    rows,
    summary: stateCount(clauseLabels, clauses),
    isOpen: false,
  });
}

/** Every field of the records: was it seen, and with a value. */
export function fieldCoverage({ fields, history }: RunReport): Markup {
  const before = new Map(history?.fields.map((field) => [field.name, field]));
  const rows = inOrderOf(fieldLabels, fields).map((field) => {
    const { name, operations, state } = field;
    const past = before.get(name);
    const ofHistory = history ? markup`<td>${past ? fieldText(past) : ''}</td>` : markup``;
    const own = fieldText({ state });
    return markup`<tr data-field="${state}"><td><code>${name}</code></td><td>${own}</td>${ofHistory}<td>${operations.join(', ')}</td></tr>\n`;
  });
  return foldedTable({
    title: 'Fields seen',
    heads: ['field', 'in this run', ...(history ? ['in all runs'] : []), 'operations'],
    rows,
    summary: stateCount(fieldLabels, fields),
    isOpen: false,
  });
}
