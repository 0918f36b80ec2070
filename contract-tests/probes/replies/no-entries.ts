import {
  type AssumptionProbe,
  confirmedBy,
  recordsOf,
  successes,
} from '../../src/judge/assumptions/assumption-probe.ts';

// Lists of what belongs to something known; the vehicle of a carId that came from a reply has to be there.
const LISTS = ['getFluids', 'getOemParts', 'getRepairTimes', 'listModels', 'listVariants'];

export const probe: AssumptionProbe = {
  otherReading: ({ operation, kind }, status) => kind === 'good' && status === 404 && LISTS.includes(operation),
  judge: (judgements) =>
    confirmedBy(
      successes(judgements, LISTS).filter((success) => recordsOf([success]).length === 0).length,
      'an empty list with 200',
    ),
};
