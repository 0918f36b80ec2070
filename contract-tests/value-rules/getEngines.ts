import { shownValue } from '../src/checks/shown-value.ts';
import { records, shownFields, type ValueRule } from '../src/judge/value-rule.ts';

/** "Engine record": `From` and `Until` are YYYY-MM, hence compare as text; `Until` may be empty. */
const months: ValueRule = {
  clause: 'engine.Until',
  expected: 'engines whose Until is not before From',
  breach: ({ body }) => {
    const wrong = records(body).findIndex(({ From, Until }) => Until !== '' && String(Until) < String(From));
    return wrong < 0 ? undefined : `${shownFields(records(body)[wrong], ['From', 'Until'])} in record ${wrong + 1}`;
  },
};

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
  clause: 'endpoints.getEngines',
  expected: 'engines of the make that a decode gives the same VIN',
  breach: ({ parameters, body }, earlier) => {
    const decoded = earlier('decodeVin');
    if (!decoded || decoded.parameters.vin !== parameters.vin) return undefined;
    const [make = ''] = records(decoded.body).map((vehicle) => letters(vehicle.make));
    const brands = records(body).map(({ Brand }) => letters(Brand));
    return brands.length === 0 || brands.some((brand) => isSameMake(brand, make))
      ? undefined
      : `engines of ${shownValue(records(body)[0]?.Brand)}, and a decode of the same VIN gives ${shownValue(records(decoded.body)[0]?.make)}`;
  },
};

export const rules: ValueRule[] = [months, sameCar];
