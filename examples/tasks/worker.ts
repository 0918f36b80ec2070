// A worker that has the key: pages call it instead of the service.
import { createProxy } from '@vehicle-lookup/client/proxy';

interface Environment {
  VEHICLE_LOOKUP_BASE_URL: string;
  VEHICLE_LOOKUP_USER: string;
  VEHICLE_LOOKUP_KEY: string;
}

let proxy: ReturnType<typeof createProxy> | undefined;

export default {
  fetch(request: Request, env: Environment): Promise<Response> {
    proxy ??= createProxy({
      baseUrl: env.VEHICLE_LOOKUP_BASE_URL,
      user: env.VEHICLE_LOOKUP_USER,
      key: env.VEHICLE_LOOKUP_KEY,
      operations: ['decodeVin', 'getFluids'],
      cache: { maxAge: 30 * 86_400 },
    });
    return proxy(request);
  },
};
