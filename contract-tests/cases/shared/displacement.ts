import type { Check } from '../../src/judge/case.ts';
import { records } from '../../src/judge/records.ts';

const number = (value: unknown): number => Number(String(value ?? '').replace(',', '.'));

/** "Vehicle record": the same displacement in two units. Litres are rounded, so only another order of magnitude is wrong. */
export const displacement: Check = {
  clause: 'vehicle.cubicCapacityLiters',
  expected: 'one displacement in cubic centimetres and in litres',
  breach: ({ body }) => {
    const wrong = records(body).findIndex(({ cubicCapacityCcm, cubicCapacityLiters }) => {
      const ratio = number(cubicCapacityCcm) / number(cubicCapacityLiters) / 1000;
      return ratio > 0 && Number.isFinite(ratio) && (ratio < 0.5 || ratio > 2);
    });
    return wrong < 0 ? undefined : `record ${wrong + 1} with another displacement in litres`;
  },
};
