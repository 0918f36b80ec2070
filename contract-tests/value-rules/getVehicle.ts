import { records } from '../src/checks/records.ts';
import { recordRule, shownFields, shownRecord, type ValueRule } from '../src/judge/value-rule.ts';

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

const number = (value: unknown): number => Number(String(value ?? '').replace(',', '.'));

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
    const ratio = number(cubicCapacityCcm) / number(cubicCapacityLiters) / 1000;
    return ratio > 0 && Number.isFinite(ratio) && (ratio < 0.5 || ratio > 2);
  },
);

/** What holds within every vehicle record. */
export const vehicleRecordRules: readonly ValueRule[] = [productionYears, power, displacement];

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

export const rules: ValueRule[] = [askedVehicle, ...vehicleRecordRules];
