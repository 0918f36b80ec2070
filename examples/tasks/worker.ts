// A worker that has the key. Pages call the worker instead of the service.

import { env, waitUntil } from 'cloudflare:workers';
import { createProxy } from '@vehicle-lookup/client/proxy';

const proxy = createProxy({
  baseUrl: env.VEHICLE_LOOKUP_BASE_URL,
  user: env.VEHICLE_LOOKUP_USER,
  key: env.VEHICLE_LOOKUP_KEY,
  operations: ['decodeVin', 'getFluids'],
  // The origin of the pages that may use the worker.
  origins: [env.PAGE_ORIGIN],
  cache: { maxAge: 30 * 86_400, waitUntil },
  // The platform states the visitor's address in a header.
  limit: { requests: 60, seconds: 60, visitor: ({ headers }) => headers.get('cf-connecting-ip') ?? '' },
  timeout: 10_000,
  // Account errors are reported here and hidden from visitors.
  onEvent: (event) => {
    if (event.type === 'end' && event.outcome !== 'success') {
      console.error(event.operation, event.outcome, event.message, event.requestId ?? '');
    }
  },
});

export default { fetch: (request: Request): Promise<Response> => proxy(request) };
