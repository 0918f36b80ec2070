import { errorBody } from '@vehicle-lookup/contract';
import { failure, instead, where } from '../changes.ts';
import { foreignIn, keepSelector, selectorsIn, unknownIn } from '../queries.ts';
import type { CorrectServices } from '../service.ts';

export const services: CorrectServices = {
  'gateway-against-nul': {
    says: 'is behind a gateway that rejects NUL with an HTML page',
    profile: 'deep',
    change: where(
      ({ status }, { query }) => status === 404 && String(query).includes('%00'),
      () => ({ status: 400, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Request</h1>' }),
    ),
  },
  'addresses-of-2048-bytes': {
    says: 'rejects a longer URL with an HTML page',
    profile: 'deep',
    change: where(
      (_, { query }) => String(query).length > 2048,
      () => ({ status: 414, headers: { 'content-type': 'text/html' }, body: '<h1>URI Too Long</h1>' }),
    ),
  },
  'burst-limit': {
    says: 'temporarily rejects the tenth request',
    change: where(
      (_, { memory }) => memory.set('count', Number(memory.get('count') ?? 0) + 1).get('count') === 10,
      (correct) => ({
        status: 429,
        headers: { ...correct.headers, 'retry-after': '0' },
        body: errorBody('Too many concurrent requests.'),
      }),
    ),
  },
  'lenient-where-silent': {
    says: 'ignores input that the specification does not mention',
    profile: 'deep',
    reports: [
      'unknown-parameter',
      'foreign-parameter',
      'repeated-parameter',
      'several-selectors',
      'selector-value',
      'carId-positive',
    ],
    change: instead([400], (_, { correctResponseTo }) => correctResponseTo(readLeniently)),
  },
  'other-error-keys': {
    says: 'describes errors in other fields',
    reports: ['error-body'],
    change: failure(({ message }) => ({ status: 'failed', error: message, detail: { code: 17 } })),
  },
  'other-plan': {
    says: 'rejects the operations of higher plans',
    operations: ['getOemParts', 'getRepairTimes'],
    change: instead([200], (correct) => ({
      ...correct,
      status: 403,
      body: errorBody('This is not available in your plan.'),
    })),
  },
  'other-words': {
    says: 'has messages in another language',
    change: failure(() => ({ success: false, message: 'Für diese Anfrage gibt es keine Daten: „🚗“.' })),
  },
  'retry-after-date': {
    says: 'states the time for a retry as a date',
    change: where(
      ({ status }) => status === 429,
      (correct) => ({
        ...correct,
        headers: { ...correct.headers, 'retry-after': new Date(Date.now() + 86_400_000).toUTCString() },
      }),
    ),
  },
  'quota-headers': {
    says: 'states the remaining allowance',
    change: where(
      ({ status }) => status === 200,
      (correct, { memory }) => {
        const left = Number(memory.get('left') ?? 900) - 1;
        memory.set('left', left);
        const ratelimit = `"allowance";r=${left};t=2592000`;
        const policy = '"allowance";q=1000;w=2592000';
        return { ...correct, headers: { ...correct.headers, ratelimit, 'ratelimit-policy': policy } };
      },
    ),
  },
};

function readLeniently(query: URLSearchParams): void {
  // The valid characters of a VIN are specified and do not include a space.
  for (const name of new Set(query.keys())) {
    const last = query.getAll(name).at(-1) ?? '';
    query.set(name, name === 'vin' ? last : last.trim());
  }
  const [first] = selectorsIn(query);
  keepSelector(query, first);
  if (first !== undefined) query.set(first, '1');
  for (const name of [...unknownIn(query), ...foreignIn(query)]) query.delete(name);
  if (Number(query.get('carId')) > 0) query.set('carId', String(Number(query.get('carId'))));
}
