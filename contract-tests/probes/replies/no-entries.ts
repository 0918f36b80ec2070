import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { recordsOf, successes } from '../shared/bodies.ts';
import { confirmedBy } from '../shared/results.ts';

// Lists of what belongs to something known; the vehicle of a carId that came from a reply has to be there.
const LISTS = ['getFluids', 'getOemParts', 'getRepairTimes', 'listModels', 'listVariants'];

export const probe: AssumptionProbe = {
  otherReading: ({ operation, why }, status) => why === 'good request' && status === 404 && LISTS.includes(operation),
  judge: (judgements) =>
    confirmedBy(
      successes(judgements, LISTS).filter((one) => recordsOf([one]).length === 0).length,
      'an empty list with 200',
    ),
};
