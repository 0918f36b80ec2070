import { errorBody } from '@vehicle-lookup/contract';
import { where } from '../changes.ts';
import type { CorrectServices, ResponseChange, ServiceRequest } from '../service.ts';

/** Changes the response to the request with a given number, counted from the start. */
const atRequest = (number: number, change: ResponseChange): ResponseChange =>
  where((_, { memory }) => countIn(memory) === number, change);

function countIn(memory: ServiceRequest['memory']): number {
  const count = Number(memory.get('count') ?? 0) + 1;
  memory.set('count', count);
  return count;
}

const gatewayError =
  (status: number): ResponseChange =>
  () => ({
    status,
    headers: { 'content-type': 'text/html', server: 'nginx' },
    body: `<html><head><title>${status}</title></head></html>`,
  });

/** Locks the account after a number of invalid keys, as services do to prevent guessing. */
const lockOutAfter =
  (most: number, headers: Record<string, string> = {}): ResponseChange =>
  (correct, { query, memory }) => {
    const isWrong = correct.status === 401 && query.get('user') === 'contract-tester' && Boolean(query.get('key'));
    if (isWrong) memory.set('wrong', Number(memory.get('wrong') ?? 0) + 1);
    const isLocked = Number(memory.get('wrong') ?? 0) >= most;
    if (!isLocked || query.get('user') !== 'contract-tester') return correct;
    return { status: 401, headers: { ...correct.headers, ...headers }, body: errorBody('Not authorized.') };
  };

export const services: CorrectServices = {
  'bad-gateway-once': {
    says: 'is temporarily unreachable from its gateway',
    change: atRequest(7, gatewayError(502)),
  },
  'burst-limit-with-a-date': {
    says: 'rejects a request temporarily and states the time for a retry as a date',
    change: atRequest(12, (correct) => ({
      status: 429,
      headers: { ...correct.headers, 'retry-after': new Date(Date.now()).toUTCString() },
      body: errorBody('Too many concurrent requests.'),
    })),
  },
  'connection-broken-once': {
    says: 'breaks one connection',
    change: atRequest(9, () => ({
      raw: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{',
    })),
  },
  'lock-out-after-four': {
    says: 'locks an account after four invalid keys',
    change: lockOutAfter(4),
  },
  'lock-out-after-three': {
    says: 'locks an account after three invalid keys',
    change: lockOutAfter(3),
  },
  'lock-out-after-two': {
    says: 'locks an account after two invalid keys',
    change: lockOutAfter(2),
  },
  'lock-out-that-says-so': {
    says: 'locks an account after one invalid key and announces it with Retry-After',
    incomplete: 'no further key is sent',
    change: lockOutAfter(1, { 'retry-after': '900' }),
  },
  'lock-out-for-a-moment': {
    says: 'temporarily locks an account after every third invalid key and announces it with Retry-After',
    profile: 'deep',
    change: (correct, { query, memory }) => {
      const user = query.get('user') === 'contract-tester';
      const count = Number(memory.get('wrong') ?? 0);
      if (user && correct.status === 401 && query.get('key')) memory.set('wrong', count + 1);
      if (!user || count < 3) return correct;
      memory.set('wrong', 0);
      return { status: 401, headers: { ...correct.headers, 'retry-after': '0' }, body: errorBody('Not authorized.') };
    },
  },
  'redirect-to-the-slash-with-the-query': {
    says: 'redirects the path without the trailing slash and keeps the whole query',
    profile: 'deep',
    reports: ['trailing-slash'],
    change: where(
      (_, { path }) => path === '/api',
      (_, { query }) => ({ status: 301, headers: { location: `/api/?${query}` }, body: '' }),
    ),
  },
  'unavailable-once': {
    says: 'restarts during a run',
    change: atRequest(5, gatewayError(503)),
  },
};
