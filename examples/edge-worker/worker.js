import { createProxy } from '@vehicle-lookup/client/proxy';

let proxy;

/** Answers the requests of pages that use `createVehicleLookup({ baseUrl: 'https://this-worker.example' })`. */
export default {
  async fetch(request, env) {
    proxy ??= createProxy({
      baseUrl: env.VEHICLE_LOOKUP_BASE_URL,
      user: env.VEHICLE_LOOKUP_USER,
      key: env.VEHICLE_LOOKUP_KEY,
      operations: ['decodeVin', 'getFluids'],
      origins: [env.PAGE_ORIGIN],
      cache: { maxAge: 86_400 },
      limit: { requests: 60, seconds: 60, visitor: ({ headers }) => headers.get('cf-connecting-ip') ?? '' },
      timeout: 10_000,
      // Problems of the account are not shown to visitors.
      onEvent: ({ type, operation, outcome, requestId = '' }) => {
        if (type === 'end' && outcome !== 'success') console.error(operation, outcome, requestId);
      },
    });
    return proxy(request);
  },
};
