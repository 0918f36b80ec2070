import type { Check } from '../../src/judge/case.ts';
import { records } from '../../src/judge/records.ts';

/** "Vehicle record": `year` is the start of production and `yearEnd` its end, four digits each; no value is ''. */
export const productionYears: Check = {
  clause: 'vehicle.yearEnd',
  expected: 'production that does not end before it starts',
  breach: ({ body }) => {
    const wrong = records(body).findIndex(
      ({ year, yearEnd }) => Number(year) > 0 && yearEnd && Number(yearEnd) < Number(year),
    );
    return wrong < 0 ? undefined : `record ${wrong + 1} with a yearEnd before its year`;
  },
};
