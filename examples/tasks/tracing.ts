// Middleware receives every request, but never the key. This middleware joins the caller's trace.
import { createVehicleLookup } from '@vehicle-lookup/client';
import { account } from './account.js';

const lookup = createVehicleLookup(account);
lookup.use({
  onRequest({ request }) {
    request.headers.set('traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
  },
  onResponse({ request, response }) {
    console.log(response.status, request.url);
  },
});

await lookup.getRepairTimes(25573);
