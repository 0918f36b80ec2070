import { recordRule, type ValueRule } from '../src/judge/value-rule.ts';

const YEARS = /^(\d{2})\.(\d{4}) - (\d{2})\.(\d{4})$/;

/** "Variant entry": `typeYears` is `MM.YYYY - MM.YYYY`. Where an end is missing there is nothing to compare. */
const typeYears = recordRule(
  {
    title: 'The production of a variant ends before it starts',
    clause: 'variant.typeYears',
    expected: 'typeYears from the earlier to the later month',
    names: ['typeYears'],
    next: 'Write the earlier month first, or correct the months of this variant.',
  },
  (variant) => {
    const [, fromMonth, fromYear, toMonth, toYear] = YEARS.exec(String(variant.typeYears)) ?? [];
    return `${fromYear}${fromMonth}` > `${toYear}${toMonth}`;
  },
);

export const rules: ValueRule[] = [typeYears];
