import { records, shownFields, type ValueRule } from '../src/judge/value-rule.ts';

/** "Vehicle record": `year` is the start of production and `yearEnd` its end, four digits each; no value is ''. */
const productionYears: ValueRule = {
  clause: 'vehicle.yearEnd',
  expected: 'production that does not end before it starts',
  breach: ({ body }) => {
    const wrong = records(body).findIndex(
      ({ year, yearEnd }) => Number(year) > 0 && yearEnd && Number(yearEnd) < Number(year),
    );
    return wrong < 0 ? undefined : `${shownFields(records(body)[wrong], ['year', 'yearEnd'])} in record ${wrong + 1}`;
  },
};

/** Kilowatts and horsepower of the same power. */
const PAIRS = [
  ['kwPowerFrom', 'powerHpFrom'],
  ['kwPowerTo', 'powerHpTo'],
] as const;

/** The names of the fields say so, no clause does: the same power in two units. A kilowatt is more than a horsepower of any definition. */
const power: ValueRule = {
  assumption: 'field-meanings',
  expected: 'fewer kilowatts than horsepower',
  breach: ({ body }) => {
    const wrong = records(body).findIndex((record) =>
      PAIRS.some(
        ([kilowatts, horsepower]) =>
          Number(record[horsepower]) > 0 && Number(record[kilowatts]) > Number(record[horsepower]),
      ),
    );
    return wrong < 0 ? undefined : `${shownFields(records(body)[wrong], PAIRS.flat())} in record ${wrong + 1}`;
  },
};

const number = (value: unknown): number => Number(String(value ?? '').replace(',', '.'));

/** The names of the fields say so, no clause does: the same displacement in two units. Litres are rounded, so only another order of magnitude is wrong. */
const displacement: ValueRule = {
  assumption: 'field-meanings',
  expected: 'one displacement in cubic centimetres and in litres',
  breach: ({ body }) => {
    const wrong = records(body).findIndex(({ cubicCapacityCcm, cubicCapacityLiters }) => {
      const ratio = number(cubicCapacityCcm) / number(cubicCapacityLiters) / 1000;
      return ratio > 0 && Number.isFinite(ratio) && (ratio < 0.5 || ratio > 2);
    });
    return wrong < 0
      ? undefined
      : `${shownFields(records(body)[wrong], ['cubicCapacityCcm', 'cubicCapacityLiters'])} in record ${wrong + 1}`;
  },
};

/** What holds within every vehicle record. */
export const vehicleRecordRules: readonly ValueRule[] = [productionYears, power, displacement];

const askedVehicle: ValueRule = {
  clause: 'endpoints.getVehicle',
  expected: 'the vehicle of the carId that was asked for',
  breach: ({ parameters, body }) => {
    const other = records(body).find(({ carId }) => String(carId) !== parameters.carId);
    return other && `${shownFields(other, ['carId'])}, not ${parameters.carId}`;
  },
};

export const rules: ValueRule[] = [askedVehicle, ...vehicleRecordRules];
