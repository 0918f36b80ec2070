import type { Labels } from '@vehicle-lookup/toolkit/findings';
import type { RunReport } from '../report/report.ts';
import { openCells } from './grid.ts';
import {
  assumptionLabels,
  clauseLabels,
  fieldLabels,
  fieldText,
  inOrderOf,
  labelText,
  stateCount,
  stateLabels,
} from './labels.ts';

/** A table of the report, for HTML and Markdown. */
export interface ReportTable {
  title: string;
  /** The text shown while the table is collapsed. */
  summary: string;
  heads: readonly string[];
  rows: readonly ReportRow[];
}

interface ReportRow {
  /** The identifier in the first cell. */
  name: string;
  cells: readonly string[];
  /** The meaning of the identifier, shown only in HTML. */
  words?: string;
}

/** Returns the tables of verified parts, unobserved parts and undocumented fields. */
export const reportTables = (report: RunReport): ReportTable[] => [
  openTable(report),
  driftTable(report),
  coverageTable(['What was verified', 'clause'], clauseLabels, report.clauses),
  coverageTable(
    ['Assumptions', 'assumption'],
    assumptionLabels,
    report.assumptions.map(({ statement: words, ...result }) => ({ ...result, words })),
  ),
  credentialTable(report),
  fieldTable(report),
];

/** Returns the table of unobserved responses with their reasons, and of properties that the run could not check. */
function openTable({ cells, notes }: RunReport): ReportTable {
  const rows = [
    ...openCells(cells).map(({ state, columns, reason, operations }) => ({
      name: columns.join(', '),
      cells: [labelText(stateLabels[state]), reason, operations.join(', ')],
    })),
    ...notes.map((note) => ({ name: '', cells: ['', note, ''] })),
  ];
  return { title: 'Not observed', summary: countOf(rows), heads: ['response', 'state', 'reason', 'operations'], rows };
}

/** Returns a table of all clauses or assumptions, with their states and reasons. */
const coverageTable = <State extends string>(
  [title, head]: [title: string, head: string],
  labels: Labels<State>,
  entries: readonly { id: string; words: string; state: State; how: string }[],
): ReportTable => ({
  title,
  summary: stateCount(labels, entries),
  heads: [head, 'state', 'result or reason'],
  rows: inOrderOf(labels, entries).map(({ id, words, state, how }) => ({
    name: id,
    words,
    cells: [labelText(labels[state]), how],
  })),
});

/** Returns the table of all record fields, with their states. */
function fieldTable({ fields, history }: RunReport): ReportTable {
  const before = new Map(history?.fields.map((field) => [field.name, fieldText(field)]));
  return {
    title: 'Fields seen',
    summary: stateCount(fieldLabels, fields),
    heads: ['field', 'in this run', ...(history ? ['in all runs'] : []), 'operations'],
    rows: inOrderOf(fieldLabels, fields).map(({ name, state, operations }) => ({
      name,
      cells: [fieldText({ state }), ...(history ? [before.get(name) ?? ''] : []), operations.join(', ')],
    })),
  };
}

/** Returns the table of invalid credentials, separately and all together, with the responses. */
const credentialTable = ({ credentials }: RunReport): ReportTable => ({
  title: 'Credentials',
  summary: stateCount(stateLabels, credentials),
  heads: ['credential', 'sent', 'response', 'where'],
  rows: credentials.map(({ credential, fault, state, reason = '', operations }) => ({
    name: credential,
    cells: [fault, labelText(stateLabels[state]), operations.join(', ') || reason],
  })),
});

/** Returns the table of fields that the document does not mention. */
const driftTable = ({ drift }: RunReport): ReportTable => ({
  title: 'Undocumented fields',
  summary: countOf(drift),
  heads: ['response', 'field', 'types', 'times'],
  rows: drift.map(({ operation, status, pointer, types, count }) => ({
    name: `${operation} ${status}`,
    cells: [pointer, types.join(', '), String(count)],
  })),
});

const countOf = (entries: readonly unknown[]): string => `${entries.length} in total`;
