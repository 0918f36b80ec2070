import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { isInRecord, recordsOf, successes } from '../shared/bodies.ts';
import { confirmedBy } from '../shared/results.ts';

// Of vehicles a clause says it: "Fields that have no value are returned as an empty string".
const VEHICLES = ['decodeVin', 'decodeVinAll', 'getVehicle'];

export const probe: AssumptionProbe = {
  // A record that lacks most of its fields is another record.
  covers: ({ operation, status, pointer, got, around }) =>
    status === '200' &&
    !VEHICLES.includes(operation) &&
    isInRecord(pointer) &&
    (got === 'null' || (got === 'nothing' && around.known > around.missing)),
  judge: (judgements) => confirmedBy(recordsOf(successes(judgements)).length, 'a record with all of its fields'),
};
