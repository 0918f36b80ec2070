import { eachRecord, edit, headers, set, success } from '../changes.ts';
import { example } from '../correct-service.ts';
import type { CorrectServices } from '../service.ts';

const DECODES = ['decodeVin', 'decodeVinAll'];

export const services: CorrectServices = {
  'capitals-in-the-simplified-envelope': {
    says: 'writes upper-case names and numbers as strings in the simplified envelope',
    operations: DECODES,
    change: success((body) => {
      const capitals = (vehicle: Record<string, unknown>) => ({
        carId: String(vehicle.carId),
        make: String(vehicle.make).toUpperCase(),
        model: String(vehicle.model).toUpperCase(),
        powerHpFrom: String(vehicle.powerHpFrom),
      });
      return { success: true, data: Array.isArray(body.data) ? body.data.map(capitals) : capitals(body.data) };
    }),
  },
  'decimal-points': {
    says: 'writes decimal points instead of the commas in the examples',
    operations: ['getFluids', 'getRepairTimes'],
    change: eachRecord((record) => {
      for (const name of ['hours', 'ValueText']) {
        if (/^\d+,\d+$/.test(record[name] ?? '')) record[name] = record[name].replace(',', '.');
      }
    }),
  },
  'double-power': {
    says: 'lists an engine attribute twice',
    operations: ['getEngines'],
    change: edit('/data/0/EngineDetails/EngineAttributes', (attributes) => [...attributes, attributes[0]]),
  },
  'empty-until': {
    says: 'has only engines that are still in production',
    operations: ['getEngines'],
    change: edit('/data/*/Until', () => ''),
  },
  'etag-and-age': {
    says: 'is behind a cache whose responses are a minute old',
    change: headers(() => ({ age: '60', etag: '"a1"', 'cache-control': 'private, max-age=60' })),
  },
  'four-valves': {
    says: 'states the number of valves per cylinder',
    operations: ['decodeVin', 'getVehicle'],
    change: set('/data/valves', 4),
  },
  'message-and-detail': {
    says: 'adds a code and a link to its errors',
    change: (correct, { method }) =>
      correct.status >= 400 && method === 'GET'
        ? { ...correct, body: { ...Object(correct.body), code: 'E17', docs: 'https://example.com/errors/E17' } }
        : correct,
  },
  'more-matches': {
    says: 'finds a further vehicle for the VIN',
    operations: ['decodeVinAll'],
    change: edit('/data', (vehicles) => [...vehicles, { ...vehicles[0], carId: 990017, model: 'Other' }]),
  },
  'non-latin-names': {
    says: 'has names in other scripts',
    operations: ['listBrands', 'listModels'],
    change: edit('/data/0/name', () => '吉利 Ауди 🚗'),
  },
  'null-beside-documented-members': {
    says: 'sends null for fields of its own',
    change: success((body) => ({ ...body, warning: null })),
  },
  'open-typeYears': {
    says: 'has only variants that are still in production',
    operations: ['listVariants'],
    change: edit('/data/*/typeYears', (years) => `${years.slice(0, 7)} - `),
  },
  'short-make-of-engines': {
    says: 'writes the make of engines in upper case',
    operations: ['getEngines'],
    change: eachRecord((engine) => {
      engine.Brand = engine.Brand.toUpperCase();
    }),
  },
  'simplified-decode-alone': {
    says: 'returns the first match in the simplified envelope and all matches in the full envelope',
    operations: ['decodeVin'],
    change: success(() => example('decodeVin', 'simplified')),
  },
  'text-in-hours': {
    says: 'writes whole hours without a fraction',
    operations: ['getRepairTimes'],
    change: edit('/data/*/hours', () => '2'),
  },
  'upper-case-brand-names': {
    says: 'writes brand names in upper case',
    operations: ['listBrands'],
    change: edit('/data/*/name', (name) => name.toUpperCase()),
  },
};
