import { shownValue } from '../received.ts';
import { recordPointer, records } from '../records.ts';
import { decimal, recordRule, type ValueRule } from '../value-rule.ts';

/** "Engine record": `From` and `Until` are YYYY-MM and can be compared as strings. `Until` may be empty. */
const engineMonths = recordRule({
  title: 'The production of an engine ends before it starts',
  operations: ['getEngines'],
  clause: 'engine.Until',
  expected: 'engines whose Until is not before From',
  names: ['From', 'Until'],
  next: 'Write the start of production into From and its end into Until; if the operation already does so, correct the record.',
  isWrong: ({ From, Until }) => Until !== '' && String(Until) < String(From),
});

const letters = (text: unknown): string =>
  String(text ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Returns whether two names can denote the same make, including abbreviations such as `VW` for `Volkswagen`. */
function isSameMake(name: string, other: string): boolean {
  const [short = '', long = ''] = [name, other].sort((a, b) => a.length - b.length);
  if (short === '' || long.includes(short)) return true;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return short[0] === long[0] && at === short.length;
}

/** "Engine details by VIN": decoding the same VIN returns the make. */
const sameMake: ValueRule = {
  title: 'The engines and the vehicle for the VIN have different makes',
  operations: ['getEngines'],
  clause: 'endpoints.getEngines',
  expected: 'engines of the make that decoding the same VIN returns',
  mismatch: ({ parameters, body }, earlier) => {
    const decoded = earlier('decodeVin');
    if (!decoded || decoded.parameters.vin !== parameters.vin) return undefined;
    const [make = ''] = records(decoded.body).map((vehicle) => letters(vehicle.make));
    const brands = records(body).map(({ Brand }) => letters(Brand));
    if (brands.length === 0 || brands.some((brand) => isSameMake(brand, make))) return undefined;
    const [brand, other] = [records(body)[0]?.Brand, records(decoded.body)[0]?.make].map((name) => shownValue(name));
    return {
      got: `engines of ${brand}, although decoding the same VIN returns ${other}`,
      evidence: `${recordPointer(body, 0)}/Brand ${brand}; decodeVin of the same VIN: ${recordPointer(decoded.body, 0)}/make ${other}`,
      next: 'One of the two belongs to a different car: look up the VIN in the data, then correct the engine lookup or the decoding.',
      comparedWith: 'decodeVin',
    };
  },
};

const RANGE = /^(\d+(?:[.,]\d+)?) - (\d+(?:[.,]\d+)?)$/;

/** "Fluid record": `ValueText` may be a range, `<low> - <high>`, with a decimal comma or point. */
const fluidRange = recordRule({
  title: 'A range starts with the higher value',
  operations: ['getFluids'],
  clause: 'fluid.ValueText',
  expected: 'a range in ValueText that goes from low to high',
  names: ['ValueText'],
  next: 'Write the lower value first.',
  isWrong: ({ ValueText }) => {
    const [, low, high] = RANGE.exec(String(ValueText)) ?? [];
    return decimal(low) > decimal(high);
  },
});

/** "Fluid record": the unit is "empty when the value is not a quantity", such as text without a digit or a specification code. */
const fluidUnit = recordRule({
  title: 'A value that is not a quantity has a unit',
  operations: ['getFluids'],
  clause: 'fluid.ADQuantityTextStr',
  expected: 'an empty ADQuantityTextStr (unit) where ValueText is not a quantity',
  names: ['ValueText', 'ADQuantityTextStr'],
  next: 'Leave ADQuantityTextStr empty in this record; if the value is a quantity, write its number in ValueText.',
  isWrong: ({ ValueText, ADQuantityTextStr }) => {
    const isQuantity = /\d/.test(String(ValueText)) && !/^[A-Z]{2}/.test(String(ValueText));
    return typeof ADQuantityTextStr === 'string' && ADQuantityTextStr !== '' && !isQuantity;
  },
});

export const details: readonly ValueRule[] = [engineMonths, sameMake, fluidRange, fluidUnit];
