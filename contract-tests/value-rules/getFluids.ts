import { recordRule, type ValueRule } from '../src/judge/value-rule.ts';

const RANGE = /^(\d+(?:[.,]\d+)?) - (\d+(?:[.,]\d+)?)$/;
const decimal = (text = ''): number => Number(text.replace(',', '.'));

/** "Fluid record": `ValueText` may be a range, `<low> - <high>`, with a decimal comma or point. */
const ranges = recordRule(
  {
    title: 'A range goes from the higher to the lower value',
    clause: 'fluid.ValueText',
    expected: 'a range in ValueText that goes from low to high',
    names: ['ValueText'],
    next: 'Write the lower value first.',
  },
  ({ ValueText }) => {
    const [, low, high] = RANGE.exec(String(ValueText)) ?? [];
    return decimal(low) > decimal(high);
  },
);

/** "Fluid record": the unit is "empty when the value is not a quantity": a text without a digit, or the code of a specification. */
const units = recordRule(
  {
    title: 'A unit stands beside a value that is not a quantity',
    clause: 'fluid.ADQuantityTextStr',
    expected: 'an empty ADQuantityTextStr (unit) where ValueText is not a quantity',
    names: ['ValueText', 'ADQuantityTextStr'],
    next: 'Leave ADQuantityTextStr empty in this record; if the value is a quantity, write its number in ValueText.',
  },
  ({ ValueText, ADQuantityTextStr }) => {
    const isQuantity = /\d/.test(String(ValueText)) && !/^[A-Z]{2}/.test(String(ValueText));
    return typeof ADQuantityTextStr === 'string' && ADQuantityTextStr !== '' && !isQuantity;
  },
);

export const rules: ValueRule[] = [ranges, units];
