import { shownValue } from '../received.ts';
import { recordPointer, records } from '../records.ts';
import { decimal, recordRule, shownFields, shownRecord, type ValueRule } from '../value-rule.ts';

const VEHICLES = ['decodeVin', 'decodeVinAll', 'getVehicle'];

/** "Vehicle record": `year` is the start of production and `yearEnd` its end, four digits each. An unknown value is ''. */
const productionYears = recordRule({
  title: 'The production of a vehicle ends before it starts',
  operations: VEHICLES,
  clause: 'vehicle.yearEnd',
  expected: 'production that does not end before it starts',
  names: ['year', 'yearEnd'],
  next: 'Write the start of production into year and its end into yearEnd; if the operation already does so, correct the record.',
  isWrong: ({ year, yearEnd }) => Number(year) > 0 && Boolean(yearEnd) && Number(yearEnd) < Number(year),
});

/** Fields that state the same power in kilowatts and in horsepower. */
const PAIRS = [
  ['kwPowerFrom', 'powerHpFrom'],
  ['kwPowerTo', 'powerHpTo'],
] as const;

/** The same power in two units, according to the field names, not a clause. A kilowatt exceeds a horsepower of any definition. */
const power = recordRule({
  title: 'A power value is higher in kilowatts than in horsepower',
  operations: VEHICLES,
  assumption: 'field-meanings',
  expected: 'fewer kilowatts than horsepower',
  names: PAIRS.flat(),
  next: 'Write kilowatts into kwPower… and horsepower into powerHp….',
  isWrong: (record) =>
    PAIRS.some(
      ([kilowatts, horsepower]) =>
        Number(record[horsepower]) > 0 && Number(record[kilowatts]) > Number(record[horsepower]),
    ),
});

/** The same displacement in two units, according to the field names, not a clause. Litres are rounded, so the ratio is compared. */
const displacement = recordRule({
  title: 'The displacement in cubic centimetres differs from the displacement in litres',
  operations: VEHICLES,
  assumption: 'field-meanings',
  expected: 'the same displacement in cubic centimetres and in litres',
  names: ['cubicCapacityCcm', 'cubicCapacityLiters'],
  next: 'Write the displacement in both units: 1000 in cubicCapacityCcm equals 1 in cubicCapacityLiters.',
  isWrong: ({ cubicCapacityCcm, cubicCapacityLiters }) => {
    const ratio = decimal(cubicCapacityCcm) / decimal(cubicCapacityLiters) / 1000;
    return ratio > 0 && Number.isFinite(ratio) && (ratio < 0.5 || ratio > 2);
  },
});

const askedVehicle: ValueRule = {
  title: 'The response contains a vehicle other than the requested vehicle',
  operations: ['getVehicle'],
  clause: 'endpoints.getVehicle',
  expected: 'the vehicle with the requested carId',
  mismatch: ({ parameters, body }) => {
    const index = records(body).findIndex(({ carId }) => String(carId) !== parameters.carId);
    if (index < 0) return undefined;
    return {
      got: `${shownFields(records(body)[index], ['carId'])}, not ${parameters.carId}`,
      evidence: shownRecord(body, index),
      next: 'Look up the vehicle by the carId in the request.',
    };
  },
};

/** "Every possible match for the VIN": the list includes the first result. */
const firstResult: ValueRule = {
  title: 'The first result for the VIN is not among all results for the VIN',
  operations: ['decodeVinAll'],
  clause: 'endpoints.decodeVinAll',
  expected: 'a list that contains the first result for the same VIN',
  mismatch: ({ parameters, body }, earlier) => {
    const first = earlier('decodeVin');
    if (!first || first.parameters.vin !== parameters.vin) return undefined;
    const [wanted] = records(first.body).map(({ carId }) => String(carId));
    const all = records(body).map(({ carId }) => String(carId));
    if (all.some((carId) => carId === wanted)) return undefined;
    return {
      got: `a list without the carId ${wanted}`,
      evidence: `the carIds ${shownValue(all)}; decodeVin of the same VIN: ${recordPointer(first.body, 0)}/carId ${wanted}`,
      next: 'List every match, and make both operations search the same data.',
      comparedWith: 'decodeVin',
    };
  },
};

export const vehicles: readonly ValueRule[] = [firstResult, askedVehicle, productionYears, power, displacement];
