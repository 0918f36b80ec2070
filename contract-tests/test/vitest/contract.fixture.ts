import { beforeAll } from 'vitest';
import { contractTests } from '../../src/vitest.ts';
import { account, inSuccess, KEY, type ServiceFault, startService } from '../support/service.ts';

/** What the test that runs this file chooses from. */
const faults: Record<string, ServiceFault> = {
  none: (right) => right,
  'wrong type': inSuccess('getFluids', ({ data }) => {
    data[0].ItemMPText = KEY.length;
    return undefined;
  }),
  'key in every body': (right) => ({ ...right, body: { ...(right.body as object), note: KEY } }),
  'key in clear': (right, { query }) => (query.get('key') === 'made-up' ? right : { ...right, body: `<p>${KEY}` }),
  'no parts at all': inSuccess('getOemParts', (body) => {
    body.data = [];
    return undefined;
  }),
  'new field': inSuccess('getVehicle', ({ data }) => {
    data.colour = 'red';
    return undefined;
  }),
  'other body of errors': (right) =>
    right.status === 404 ? { ...right, body: { success: false, text: 'no' } } : right,
};

let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  service = await startService(faults[process.env.FAULT ?? '']);
  if (process.env.FAULT === 'gone') await service.close();
});

contractTests(() => ({
  baseUrl: service.url,
  credentials: account,
  target: 'service',
  ...JSON.parse(process.env.OPTIONS ?? '{}'),
}));
