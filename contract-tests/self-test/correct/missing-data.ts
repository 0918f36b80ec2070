import { errorBody } from '@vehicle-lookup/contract';
import { type AnyBody, edit, instead, set, success } from '../changes.ts';
import { documented } from '../correct-service.ts';
import type { CorrectService, CorrectServices } from '../service.ts';

const emptyList = (operation: string): CorrectService => ({
  says: `has no data for ${operation}`,
  operations: [operation],
  data: documented,
  incomplete: 'the elements were not observed',
  change: set('/data', []),
});

/** Returns whether a brand is the documented brand, ignoring case (assumption name-matching). */
const isName = (brand: string | null): boolean => brand?.toLowerCase() === documented.brand;

/** Services without data for a value from another operation. They return 404 for a VIN and an empty list for other values. */
export const services: CorrectServices = {
  'no-engines': {
    says: 'has no engine data for a VIN that can be decoded',
    operations: ['getEngines'],
    data: documented,
    incomplete: 'no engine was observed',
    change: instead([200], (correct) => ({ ...correct, status: 404, body: errorBody('No engine data.') })),
  },
  'no-fluids': emptyList('getFluids'),
  'no-parts': emptyList('getOemParts'),
  'no-repair-times': emptyList('getRepairTimes'),
  'no-models': emptyList('listModels'),
  'no-variants': emptyList('listVariants'),
  'further-match-without-data': {
    says: 'has no data for a further match, brand or model',
    operations: ['getFluids', 'getOemParts', 'getRepairTimes', 'listModels', 'listVariants'],
    profile: 'deep',
    change: success((body, { query }) => {
      const isDocumented = [...query].every(([name, value]) => (documented[name] ?? value) === value);
      return isDocumented || isName(query.get('brand')) ? body : { ...body, data: [] };
    }),
  },
  'one-of-each': {
    says: 'has one vehicle, one brand and one model',
    operations: ['decodeVinAll', 'listBrands', 'listModels'],
    profile: 'deep',
    change: edit('/data', (entries: AnyBody[]) =>
      entries.filter(({ slug, carId }) => Object.values(documented).includes(slug ?? String(carId))),
    ),
  },
};
