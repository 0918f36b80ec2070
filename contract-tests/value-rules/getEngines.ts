import { shownValue } from '../src/checks/received.ts';
import { recordPointer, records } from '../src/checks/records.ts';
import { recordRule, type ValueRule } from '../src/judge/value-rule.ts';

/** "Engine record": `From` and `Until` are YYYY-MM, hence compare as text; `Until` may be empty. */
const months = recordRule(
  {
    title: 'The production of an engine ends before it starts',
    clause: 'engine.Until',
    expected: 'engines whose Until is not before From',
    names: ['From', 'Until'],
    next: 'First see whether the operation fills From and Until the wrong way round, here and elsewhere; only then correct the record.',
  },
  ({ From, Until }) => Until !== '' && String(Until) < String(From),
);

const letters = (text: unknown): string =>
  String(text ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Whether one name can be the other, or short for it: `VW` for `Volkswagen`. */
function isSameMake(name: string, other: string): boolean {
  const [short = '', long = ''] = [name, other].sort((a, b) => a.length - b.length);
  if (short === '' || long.includes(short)) return true;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return short[0] === long[0] && at === short.length;
}

/** "Engine details by VIN": the VIN that a decode gives a make. */
const sameCar: ValueRule = {
  title: 'The engines are of another make than the vehicle of the VIN',
  clause: 'endpoints.getEngines',
  expected: 'engines of the make that a decode gives the same VIN',
  mismatch: ({ parameters, body }, earlier) => {
    const decoded = earlier('decodeVin');
    if (!decoded || decoded.parameters.vin !== parameters.vin) return undefined;
    const [make = ''] = records(decoded.body).map((vehicle) => letters(vehicle.make));
    const brands = records(body).map(({ Brand }) => letters(Brand));
    if (brands.length === 0 || brands.some((brand) => isSameMake(brand, make))) return undefined;
    const [brand, other] = [records(body)[0]?.Brand, records(decoded.body)[0]?.make].map((name) => shownValue(name));
    return {
      got: `engines of ${brand}, and a decode of the same VIN gives ${other}`,
      evidence: `${recordPointer(body, 0)}/Brand ${brand}; decodeVin of the same VIN: ${recordPointer(decoded.body, 0)}/make ${other}`,
      next: 'One of the two is of another car: look up the VIN in the data, then correct the lookup of the engines or the decode.',
      comparedWith: 'decodeVin',
    };
  },
};

export const rules: ValueRule[] = [months, sameCar];
