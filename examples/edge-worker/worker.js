import { connect, decodeVin, getFluids } from '@vehicle-lookup/client/operations';

/** Answers `GET /vehicles/{vin}` with `{ vehicle, fluids }`, or with `{ message }` on failure. */
export default {
  async fetch(request, env) {
    const cors = { 'access-control-allow-origin': env.PAGE_ORIGIN, vary: 'origin' };
    const [status, body, more] = await answer(request, env);
    return Response.json(body, { status, headers: { ...cors, ...more } });
  },
};

async function answer(request, env) {
  const [, vin] = /^\/vehicles\/([^/]+)$/.exec(new URL(request.url).pathname) ?? [];
  if (request.method !== 'GET' || !vin) return [404, { message: 'Ask for GET /vehicles/{vin}.' }];
  try {
    const { VEHICLE_LOOKUP_BASE_URL: baseUrl, VEHICLE_LOOKUP_USER: user, VEHICLE_LOOKUP_KEY: key } = env;
    const lookup = connect({ baseUrl, user, key, timeout: 10_000 });
    const { data: vehicle } = await decodeVin(lookup, vin);
    const { data: fluids } = await getFluids(lookup, vehicle.carId);
    // A vehicle does not change: the cache answers further visitors without a request.
    return [200, { vehicle, fluids }, { 'cache-control': 'public, max-age=86400' }];
  } catch (error) {
    return failure(error);
  }
}

/** Visitors see what is wrong with the VIN. Problems of the account are only logged. */
function failure({ code, operation, message, retryAfter }) {
  if (code === 'invalid_argument' && operation === 'decodeVin') return [400, { message }];
  if (code === 'not_found') return [404, { message: 'This vehicle is not known.' }];
  console.error(message);
  const later = retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` };
  return [503, { message: 'The lookup is not available. Try again later.' }, later];
}
