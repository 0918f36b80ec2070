import { shownValue } from './src/checks/received.ts';
import { recordPointer, records } from './src/checks/records.ts';
import {
  distinct,
  type OperationRules,
  recordRule,
  shownFields,
  shownRecord,
  type ValueRule,
} from './src/judge/value-rule.ts';

/** "Vehicle record": `year` is the start of production and `yearEnd` its end, four digits each; no value is ''. */
const productionYears = recordRule(
  {
    title: 'The production of a vehicle ends before it starts',
    clause: 'vehicle.yearEnd',
    expected: 'production that does not end before it starts',
    names: ['year', 'yearEnd'],
    next: 'First see whether the operation fills year and yearEnd the wrong way round, here and elsewhere; only then correct the record.',
  },
  ({ year, yearEnd }) => Number(year) > 0 && Boolean(yearEnd) && Number(yearEnd) < Number(year),
);

/** Kilowatts and horsepower of the same power. */
const PAIRS = [
  ['kwPowerFrom', 'powerHpFrom'],
  ['kwPowerTo', 'powerHpTo'],
] as const;

/** The names of the fields say so, no clause does: the same power in two units. A kilowatt is more than a horsepower of any definition. */
const power = recordRule(
  {
    title: 'A power has more kilowatts than horsepower',
    assumption: 'field-meanings',
    expected: 'fewer kilowatts than horsepower',
    names: PAIRS.flat(),
    next: 'Write kilowatts into kwPower…, horsepower into powerHp…; are the two exchanged?',
  },
  (record) =>
    PAIRS.some(
      ([kilowatts, horsepower]) =>
        Number(record[horsepower]) > 0 && Number(record[kilowatts]) > Number(record[horsepower]),
    ),
);

/** A number with a decimal comma or point. */
const decimal = (value: unknown): number => Number(String(value ?? '').replace(',', '.'));

/** The names of the fields say so, no clause does: the same displacement in two units. Litres are rounded, so only another order of magnitude is wrong. */
const displacement = recordRule(
  {
    title: 'The displacement in cubic centimetres is not the one in litres',
    assumption: 'field-meanings',
    expected: 'one displacement in cubic centimetres and in litres',
    names: ['cubicCapacityCcm', 'cubicCapacityLiters'],
    next: 'Write the displacement in both units: 1000 in cubicCapacityCcm are 1 in cubicCapacityLiters.',
  },
  ({ cubicCapacityCcm, cubicCapacityLiters }) => {
    const ratio = decimal(cubicCapacityCcm) / decimal(cubicCapacityLiters) / 1000;
    return ratio > 0 && Number.isFinite(ratio) && (ratio < 0.5 || ratio > 2);
  },
);

/** What holds within every vehicle record. */
const vehicleRecordRules: readonly ValueRule[] = [productionYears, power, displacement];

const askedVehicle: ValueRule = {
  title: 'Another vehicle than the one asked for is sent',
  clause: 'endpoints.getVehicle',
  expected: 'the vehicle of the carId that was asked for',
  mismatch: ({ parameters, body }) => {
    const index = records(body).findIndex(({ carId }) => String(carId) !== parameters.carId);
    if (index < 0) return undefined;
    return {
      got: `${shownFields(records(body)[index], ['carId'])}, not ${parameters.carId}`,
      evidence: shownRecord(body, index),
      next: 'Look the vehicle up by the carId of the request.',
    };
  },
};

const MOST_SHOWN = 5;

/** "Every possible match for the VIN": the first result is one of them. */
const firstResult: ValueRule = {
  title: 'The first result of the VIN is not among all its results',
  clause: 'endpoints.decodeVinAll',
  expected: 'a list that holds the first result for the same VIN',
  mismatch: ({ parameters, body }, earlier) => {
    const first = earlier('decodeVin');
    if (!first || first.parameters.vin !== parameters.vin) return undefined;
    const [wanted] = records(first.body).map(({ carId }) => String(carId));
    const all = records(body).map(({ carId }) => String(carId));
    if (all.some((carId) => carId === wanted)) return undefined;
    return {
      got: `a list without the carId ${wanted}`,
      evidence: `the carIds ${all.slice(0, MOST_SHOWN).join(', ')}${all.length > MOST_SHOWN ? ' …' : ''}; decodeVin of the same VIN: ${recordPointer(first.body, 0)}/carId ${wanted}`,
      next: 'Either the list leaves its first match out (an index that begins at 1, a filter on what was found), or the two operations search different data.',
      comparedWith: 'decodeVin',
    };
  },
};

/** "Engine record": `From` and `Until` are YYYY-MM, hence compare as text; `Until` may be empty. */
const engineMonths = recordRule(
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
const sameMake: ValueRule = {
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

const RANGE = /^(\d+(?:[.,]\d+)?) - (\d+(?:[.,]\d+)?)$/;

/** "Fluid record": `ValueText` may be a range, `<low> - <high>`, with a decimal comma or point. */
const fluidRange = recordRule(
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
const fluidUnit = recordRule(
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

const TYPE_YEARS = /^(\d{2})\.(\d{4}) - (\d{2})\.(\d{4})$/;

/** "Variant entry": `typeYears` is `MM.YYYY - MM.YYYY`. Where an end is missing there is nothing to compare. */
const variantYears = recordRule(
  {
    title: 'The production of a variant ends before it starts',
    clause: 'variant.typeYears',
    expected: 'typeYears from the earlier to the later month',
    names: ['typeYears'],
    next: 'Write the earlier month first, or correct the months of this variant.',
  },
  (variant) => {
    const [, fromMonth, fromYear, toMonth, toYear] = TYPE_YEARS.exec(String(variant.typeYears)) ?? [];
    return `${fromYear}${fromMonth}` > `${toYear}${toMonth}`;
  },
);

/** By operationId. An operation that is not listed has no rules. */
export const valueRules: Readonly<Record<string, OperationRules>> = {
  decodeVin: {
    yields: { carId: 'carId' },
    rules: vehicleRecordRules,
  },
  decodeVinAll: {
    yields: { carId: 'carId' },
    // "Every possible match": a vehicle matches once.
    rules: [distinct('carId', 'endpoints.decodeVinAll'), firstResult, ...vehicleRecordRules],
  },
  getEngines: { rules: [engineMonths, sameMake] },
  getFluids: { rules: [fluidRange, fluidUnit] },
  getVehicle: { rules: [askedVehicle, ...vehicleRecordRules] },
  listBrands: {
    yields: { brand: 'slug' },
    // "Brand and model entries": the slug is an identifier.
    rules: [distinct('slug', 'catalogue-entry.fields')],
  },
  listModels: {
    yields: { model: 'slug' },
    // Brands and models are entries of the same form.
    differsFrom: ['listBrands'],
    rules: [distinct('slug', 'catalogue-entry.fields')],
  },
  listVariants: { rules: [variantYears] },
};
