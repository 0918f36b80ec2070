import { type CsvError, type Info, parse } from 'csv-parse';
import type { LinePlace } from '../../catalogue/catalogue-draft.ts';
import { forEachList, uniqueSlugs } from '../../catalogue/catalogue-entry.ts';
import { printable } from '../invalid-line.ts';
import { checkedEntry, type EntryReader, LONGEST_LINE, type ReadEntry } from '../ndjson.ts';
import type { ColumnPlan } from './columns.ts';

/** Cuts the options that a header and its rows share. */
export const CSV = { bom: true, skip_empty_lines: true, trim: true } as const;

/** Between the VIN patterns of one cell. */
const SEPARATORS = /[\s|;,]+/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Reads the vehicles of a CSV file (RFC 4180), a row each, and the brands and models that they name. */
export function csvReader(plan: ColumnPlan): EntryReader {
  const skipped: ReadEntry[] = [];
  const names = namesOfRows();
  let before: LinePlace & { isHeader: boolean } = { line: 0, byte: 0, isHeader: true };
  const parser = parse({
    ...CSV,
    info: true,
    max_record_size: LONGEST_LINE,
    skip_records_with_error: true,
    on_skip: (error: CsvError | undefined) => {
      const line = Number(error?.lines ?? before.line + 1);
      const got = printable(error?.message ?? 'something else');
      skipped.push({
        line,
        byte: before.byte,
        end: before.byte,
        result: { faults: [{ pointer: '', expected: 'a row of CSV', got }] },
      });
      return undefined;
    },
  });

  function* rows(): Generator<ReadEntry> {
    for (let row: Row | null = parser.read(); row !== null; row = parser.read()) {
      const { isHeader, ...place } = before;
      before = { line: row.info.lines, byte: row.info.bytes, isHeader: false };
      if (isHeader) continue;
      const at = { line: place.line + 1, byte: place.byte };
      const { make = '', model = '' } = record(row.record, plan) as Record<string, string>;
      const result = checkedEntry(vehicle(row.record, plan));
      // A wrong row names no brand.
      if ('entry' in result) names.add(make, model, at);
      yield { ...at, end: row.info.bytes, result };
    }
    yield* skipped.splice(0);
  }

  return {
    *push(chunk) {
      parser.write(chunk);
      yield* rows();
    },
    *end() {
      parser.end();
      yield* rows();
      yield* names.entries();
    },
  };
}

interface Row {
  record: string[];
  info: Info;
}

const vehicle = (cells: readonly string[], plan: ColumnPlan): Record<string, unknown> => ({
  kind: 'vehicle',
  patterns: (cells[plan.patterns] ?? '').split(SEPARATORS).filter(Boolean),
  record: record(cells, plan),
  ...forEachList(() => []),
});

function record(cells: readonly string[], { fields }: ColumnPlan): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, isNumber, column }) => {
      const text = column === undefined ? '' : (cells[column] ?? '');
      return [name, isNumber && NUMBER.test(text) ? Number(text) : text];
    }),
  );
}

/** Collects the brands and models that rows name. They stand at the row that names them first. */
function namesOfRows(): { add(make: string, model: string, place: LinePlace): void; entries(): Generator<ReadEntry> } {
  const makes = new Map<string, { place: LinePlace; models: Map<string, LinePlace> }>();
  return {
    add(make, model, place) {
      if (make === '') return;
      const known = makes.get(make) ?? { place, models: new Map() };
      makes.set(make, known);
      if (model !== '' && !known.models.has(model)) known.models.set(model, place);
    },
    *entries() {
      const brandSlug = uniqueSlugs();
      for (const [name, { place, models }] of makes) {
        const brand = brandSlug(name);
        const result = checkedEntry({ kind: 'brand', name, slug: brand });
        yield { ...place, end: place.byte, result };
        if (!('entry' in result)) continue;
        const modelSlug = uniqueSlugs();
        for (const [model, at] of models) {
          const entry = { kind: 'model', brand, name: model, slug: modelSlug(model) };
          yield { ...at, end: at.byte, result: checkedEntry(entry) };
        }
      }
    },
  };
}
