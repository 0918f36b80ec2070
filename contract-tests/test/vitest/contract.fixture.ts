import { beforeAll } from 'vitest';
import { contractTests } from '../../src/vitest.ts';
import { account, type Fault, inSuccess, KEY, startService } from '../support/service.ts';

const FORBIDDEN = { success: false, message: 'This operation is not available in your plan.' };

/** What the test that runs this file chooses from. */
const faults: Record<string, Fault> = {
  none: (right) => right,
  'wrong type': inSuccess('getFluids', ({ data }) => {
    data[0].ItemMPText = KEY.length;
    return undefined;
  }),
  'key in every body': (right) => ({ ...right, body: { ...(right.body as object), note: KEY } }),
  'key in clear': (right, { query }) => (query.get('key') === 'made-up' ? right : { ...right, body: `<p>${KEY}` }),
  'parts in no plan': (right, { operation }) =>
    operation === 'getOemParts' && right.status === 200 ? { ...right, status: 403, body: FORBIDDEN } : right,
  'new member': inSuccess('getVehicle', ({ data }) => {
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
