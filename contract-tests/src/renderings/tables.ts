import type { RunReport } from '../report/report.ts';
import {
  assumptionLabels,
  clauseLabels,
  fieldLabels,
  fieldText,
  inOrderOf,
  stateCount,
  stateLabels,
} from './labels.ts';

/** A table of the report, which the page and Markdown show alike. */
export interface ReportTable {
  title: string;
  /** What a reader sees of a folded table. */
  summary: string;
  heads: readonly string[];
  rows: readonly ReportRow[];
}

interface ReportRow {
  /** The first cell: an identifier. */
  name: string;
  cells: readonly string[];
  /** What the identifier stands for, on the page only. */
  words?: string;
}

/** What was verified, what was not, and what was seen besides. */
export const reportTables = (report: RunReport): ReportTable[] => [
  clauseTable(report),
  fieldTable(report),
  credentialTable(report),
  assumptionTable(report),
  driftTable(report),
];

/** Every clause of the specification: was it observed, contradicted, or not asked, and why. */
const clauseTable = ({ clauses }: RunReport): ReportTable => ({
  title: 'What was verified',
  summary: stateCount(clauseLabels, clauses),
  heads: ['clause', 'state', 'how, or why not'],
  rows: inOrderOf(clauseLabels, clauses).map(({ id, words, state, how }) => ({
    name: id,
    words,
    cells: [labelOf(clauseLabels[state]), how],
  })),
});

/** Every field of the records: was it seen, and with a value. */
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

/** Every credential sent wrongly alone, and all of them together: is the request rejected? */
const credentialTable = ({ credentials }: RunReport): ReportTable => ({
  title: 'Credentials',
  summary: stateCount(stateLabels, credentials),
  heads: ['credential', 'sent', 'response', 'where'],
  rows: credentials.map(({ credential, fault, state, reason = '', operations }) => ({
    name: credential,
    cells: [fault, labelOf(stateLabels[state]), operations.join(', ') || reason],
  })),
});

/** What the run found out about every assumption, and how; contradicted ones first. */
function assumptionTable({ assumptions }: RunReport): ReportTable {
  const isContradicted = ({ state }: RunReport['assumptions'][number]) => state === 'contradicted';
  const ordered = [...assumptions.filter(isContradicted), ...assumptions.filter((one) => !isContradicted(one))];
  return {
    title: 'Assumptions',
    summary: stateCount(assumptionLabels, assumptions),
    heads: ['assumption', 'state', 'how, or why not'],
    rows: ordered.map(({ id, statement, state, how }) => ({
      name: id,
      words: statement,
      cells: [labelOf(assumptionLabels[state]), how],
    })),
  };
}

/** Fields that the document does not mention. */
const driftTable = ({ drift }: RunReport): ReportTable => ({
  title: 'Undocumented fields',
  summary: `${drift.length} of them`,
  heads: ['response', 'field', 'types', 'times'],
  rows: drift.map(({ operation, status, pointer, types, count }) => ({
    name: `${operation} ${status}`,
    cells: [pointer, types.join(', '), String(count)],
  })),
});

const labelOf = ({ symbol, text }: { symbol: string; text: string }): string => `${symbol} ${text}`;
