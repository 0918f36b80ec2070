import { records, shownFields, type ValueRule } from '../src/judge/value-rule.ts';

const RANGE = /^(\d+(?:[.,]\d+)?) - (\d+(?:[.,]\d+)?)$/;
const decimal = (text = ''): number => Number(text.replace(',', '.'));

/** "Fluid record": `ValueText` may be a range, `<low> - <high>`, with a decimal comma or point. */
const ranges: ValueRule = {
  clause: 'fluid.ValueText',
  expected: 'a range in ValueText that goes from low to high',
  breach: ({ body }) => {
    const wrong = records(body).findIndex(({ ValueText }) => {
      const [, low, high] = RANGE.exec(String(ValueText)) ?? [];
      return decimal(low) > decimal(high);
    });
    return wrong < 0 ? undefined : `${shownFields(records(body)[wrong], ['ValueText'])} in record ${wrong + 1}`;
  },
};

/** "Fluid record": the unit is "empty when the value is not a quantity": a text without a digit, or the code of a specification. */
const units: ValueRule = {
  clause: 'fluid.ADQuantityTextStr',
  expected: 'an empty ADQuantityTextStr (unit) where ValueText is not a quantity',
  breach: ({ body }) => {
    const wrong = records(body).findIndex(({ ValueText, ADQuantityTextStr }) => {
      const isQuantity = /\d/.test(String(ValueText)) && !/^[A-Z]{2}/.test(String(ValueText));
      return typeof ADQuantityTextStr === 'string' && ADQuantityTextStr !== '' && !isQuantity;
    });
    return wrong < 0
      ? undefined
      : `${shownFields(records(body)[wrong], ['ValueText', 'ADQuantityTextStr'])} in record ${wrong + 1}`;
  },
};

export const rules: ValueRule[] = [ranges, units];
