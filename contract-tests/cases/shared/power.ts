import type { Check } from '../../src/judge/case.ts';
import { records } from '../../src/judge/records.ts';

const PAIRS = [
  ['kwPowerFrom', 'powerHpFrom'],
  ['kwPowerTo', 'powerHpTo'],
] as const;

/** "Vehicle record": the same power in two units. A kilowatt is more than a horsepower of any definition. */
export const power: Check = {
  clause: 'vehicle.kwPowerFrom',
  expected: 'fewer kilowatts than horsepower',
  breach: ({ body }) => {
    const wrong = records(body).findIndex((record) =>
      PAIRS.some(
        ([kilowatts, horsepower]) =>
          Number(record[horsepower]) > 0 && Number(record[kilowatts]) > Number(record[horsepower]),
      ),
    );
    return wrong < 0 ? undefined : `record ${wrong + 1} with more kilowatts than horsepower`;
  },
};
