import { afterAll, beforeAll } from 'vitest';
import { contractTests } from '../../src/vitest.ts';
import { account, inSuccess, KEY, type ServiceFault, startService } from '../support/service.ts';

/** The faults from which the test that runs this file chooses. */
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
  '422 for 400': (right) => (right.status === 400 ? { ...right, status: 422 } : right),
  'other body of errors': (right) =>
    right.status === 404 ? { ...right, body: { success: false, text: 'no' } } : right,
};

let service: Awaited<ReturnType<typeof startService>>;
const asked: string[] = [];
beforeAll(async () => {
  service = await startService((right, request) => {
    asked.push(request.operation);
    return faults[process.env.FAULT ?? '']?.(right, request) ?? right;
  });
  if (process.env.FAULT === 'gone') await service.close();
});

afterAll(() => console.log(`requests: ${[...new Set(asked)].join(' ')}`));

const { timeout } = AbortSignal;
AbortSignal.timeout = (ms) => {
  console.log(`run limit: ${ms}`);
  return timeout(ms);
};

contractTests(() => ({
  baseUrl: service.url,
  credentials: account,
  target: 'service',
  ...JSON.parse(process.env.OPTIONS ?? '{}'),
}));
