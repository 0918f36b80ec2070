import { recordPointer, records } from '../records.ts';
import { recordRule, shownFields, shownRecord, type ValueRule } from '../value-rule.ts';

/** Creates a rule for a field that identifies the entries of a list and must have a different value in each entry. */
function distinct(field: string, operations: readonly string[], clause: string): ValueRule {
  return {
    title: `Two entries of the list have the same ${field}`,
    operations,
    clause,
    expected: `a different ${field} in each entry`,
    mismatch: ({ body }) => {
      const all = records(body);
      const seen = new Map<string, number>();
      for (const [index, record] of all.entries()) {
        const first = seen.get(String(record[field]));
        if (first !== undefined) {
          const [one, other] = [first, index].map((at) => recordPointer(body, at));
          return {
            got: `${shownFields(record, [field])} in ${one} and again in ${other}`,
            evidence: [first, index].map((at) => shownRecord(body, at)).join('; '),
            next: `If the two entries are the same, list the entry once; otherwise give each entry its own ${field}.`,
          };
        }
        seen.set(String(record[field]), index);
      }
      return undefined;
    },
  };
}

const TYPE_YEARS = /^(\d{2})\.(\d{4}) - (\d{2})\.(\d{4})$/;

/** "Variant entry": `typeYears` is `MM.YYYY - MM.YYYY`. An open-ended period is not compared. */
const variantYears = recordRule({
  title: 'The production of a variant ends before it starts',
  operations: ['listVariants'],
  clause: 'variant.typeYears',
  expected: 'typeYears from the earlier to the later month',
  names: ['typeYears'],
  next: 'Write the earlier month first, or correct the months of this variant.',
  isWrong: (variant) => {
    const [, fromMonth, fromYear, toMonth, toYear] = TYPE_YEARS.exec(String(variant.typeYears)) ?? [];
    return `${fromYear}${fromMonth}` > `${toYear}${toMonth}`;
  },
});

export const lists: readonly ValueRule[] = [
  // "Every possible match": each vehicle is listed once.
  distinct('carId', ['decodeVinAll'], 'endpoints.decodeVinAll'),
  // "Brand and model entries": the slug is an identifier.
  distinct('slug', ['listBrands', 'listModels'], 'catalogue-entry.fields'),
  variantYears,
];
