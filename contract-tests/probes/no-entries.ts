import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { recordsOf, successes } from './shared/bodies.ts';
import { confirmedBy } from './shared/results.ts';

// Lists of what belongs to something known; the vehicle of a carId that came from an answer has to be there.
const LISTS = ['getFluids', 'getOemParts', 'getRepairTimes', 'listModels', 'listVariants'];

export const probe: AssumptionProbe = {
  decides: ({ operation, why }, status) => why === 'good request' && status === 404 && LISTS.includes(operation),
  judge: (seen) =>
    confirmedBy(successes(seen, LISTS).filter((one) => recordsOf([one]).length === 0).length, 'an empty list with 200'),
};
