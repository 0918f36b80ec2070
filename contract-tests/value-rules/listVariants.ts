import { records, shownFields, type ValueRule } from '../src/judge/value-rule.ts';

const YEARS = /^(\d{2})\.(\d{4}) - (\d{2})\.(\d{4})$/;

/** "Variant entry": `typeYears` is `MM.YYYY - MM.YYYY`. Where an end is missing there is nothing to compare. */
const typeYears: ValueRule = {
  clause: 'variant.typeYears',
  expected: 'typeYears from the earlier to the later month',
  breach: ({ body }) => {
    const wrong = records(body).findIndex((variant) => {
      const [, fromMonth, fromYear, toMonth, toYear] = YEARS.exec(String(variant.typeYears)) ?? [];
      return `${fromYear}${fromMonth}` > `${toYear}${toMonth}`;
    });
    return wrong < 0 ? undefined : `${shownFields(records(body)[wrong], ['typeYears'])} in entry ${wrong + 1}`;
  },
};

export const rules: ValueRule[] = [typeYears];
