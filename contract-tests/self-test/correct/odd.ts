import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { errorBody } from '@vehicle-lookup/contract';
import { type AnyBody, failure, headers, success, where } from '../changes.ts';
import { documented } from '../correct-service.ts';
import type { CorrectServices, ResponseChange, ServiceResponse } from '../service.ts';

const SECOND = 1000;

/** Adds limit headers that depend on the number of successes so far. */
const counted =
  (headersOf: (successes: number) => Record<string, string>): ResponseChange =>
  (correct, request) => {
    const successes = Number(request.memory.get('successes') ?? 0) + (correct.status === 200 ? 1 : 0);
    request.memory.set('successes', successes);
    return headers(() => headersOf(successes))(correct, request);
  };

const inTime = (write: (now: Date) => string): ResponseChange =>
  success((body) => (body.timestamp === undefined ? body : { ...body, timestamp: write(new Date()) }));

const atZone = (now: Date, hours: number): string =>
  new Date(now.getTime() + hours * 3600 * SECOND).toISOString().replace(/\.\d+Z$/, `+0${hours}:00`);

const brands = (count: number): AnyBody[] =>
  Array.from({ length: count }, (_, index) => ({ name: `Brand ${index}`, slug: `brand-${index}` }));

/** Correct services with unusual limits, encodings or data. */
export const services: CorrectServices = {
  'allowance-by-x-ratelimit': {
    says: 'states the allowance in X-RateLimit headers',
    change: counted((spent) => ({ 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': String(900 - spent) })),
  },
  'allowance-by-ratelimit-fields': {
    says: 'states the allowance in three RateLimit headers',
    change: counted((spent) => ({
      'ratelimit-limit': '250',
      'ratelimit-remaining': String(250 - spent),
      'ratelimit-reset': '600000',
    })),
  },
  'limit-of-a-second': {
    says: 'states only its limit per second',
    change: headers(() => ({ 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '19' })),
  },
  'limit-of-a-minute': {
    says: 'states only its limit per minute',
    change: headers(() => ({ 'ratelimit-limit': '600', 'ratelimit-remaining': '599', 'ratelimit-reset': '60' })),
  },
  'allowance-of-several-callers': {
    says: 'has other callers with the same account',
    change: counted((spent) => ({ 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': String(900 - 3 * spent) })),
  },
  'http-1.0': {
    says: 'uses HTTP/1.0',
    change: where(
      (_, { method }) => method === 'GET',
      (correct) => ({ raw: rawResponse(correct) }),
    ),
  },
  deflate: {
    says: 'compresses with deflate and declares it',
    change: where(
      ({ body }) => body !== '',
      (correct) => ({
        ...correct,
        headers: { ...correct.headers, 'content-encoding': 'deflate' },
        body: deflateSync(JSON.stringify(correct.body)),
      }),
    ),
  },
  'empty-catalogue': {
    says: 'lists no brands',
    operations: ['listBrands'],
    incomplete: 'an empty list does not show its elements',
    change: success((body) => ({ ...body, data: [] })),
  },
  'one-brand': {
    says: 'lists one brand',
    operations: ['listBrands'],
    change: success((body) => ({ ...body, data: body.data.filter(({ slug }: AnyBody) => slug === documented.brand) })),
  },
  'sixty-thousand-brands': {
    says: 'lists 60,000 brands',
    operations: ['listBrands'],
    change: success((body) => ({ ...body, data: [...body.data, ...brands(60_000)] })),
  },
  'another-order-each-time': {
    says: 'sends lists in a different order each time',
    profile: 'deep',
    operations: [
      'listBrands',
      'listModels',
      'listVariants',
      'getFluids',
      'getOemParts',
      'getRepairTimes',
      'getEngines',
    ],
    change: success((body, { memory }) => {
      const count = Number(memory.get('order') ?? 0) + 1;
      memory.set('order', count);
      return count % 2 === 0 ? { ...body, data: body.data.toReversed() } : body;
    }),
  },
  'etag-of-the-content': {
    says: 'generates ETags from the content',
    change: headers((_, { body }) => ({
      etag: `"${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 12)}"`,
    })),
  },
  'request-id-in-errors': {
    says: 'includes a request id in each error message',
    change: failure((body, { memory }) => {
      const id = Number(memory.get('id') ?? 4096) + 17;
      memory.set('id', id);
      return errorBody(`${body.message} (request ${id})`);
    }),
  },
  'behind-a-proxy': {
    says: 'is behind a proxy that identifies itself',
    change: headers(() => ({ server: 'nginx/1.25.3', via: '1.1 varnish', 'x-cache': 'MISS', 'x-request-id': 'a1' })),
  },
  'cors-without-credentials': {
    says: 'allows pages from any origin to read responses, without credentials',
    change: headers(() => ({ 'access-control-allow-origin': '*' })),
  },
  'time-of-its-zone': {
    says: 'writes local times with their offset',
    change: inTime((now) => atZone(now, 2)),
  },
  'time-with-a-fraction': {
    says: 'writes times with microseconds',
    change: inTime((now) => now.toISOString().replace(/Z$/, '000+00:00')),
  },
  'time-two-minutes-late': {
    says: 'has a clock that is two minutes late',
    change: inTime((now) => new Date(now.getTime() - 120 * SECOND).toISOString().replace(/\.\d+Z$/, '+00:00')),
  },
};

function rawResponse({ status, headers: sent, body }: ServiceResponse): string {
  const text = body === '' ? '' : JSON.stringify(body);
  const head = [`HTTP/1.0 ${status} -`, ...Object.entries(sent).map(([name, value]) => `${name}: ${value}`)];
  return [...head, `content-length: ${Buffer.byteLength(text)}`, '', text].join('\r\n');
}
