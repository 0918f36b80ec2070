import { once } from 'node:events';
import { contractTests } from '@vehicle-lookup/contract-tests/vitest';
import { afterAll, beforeAll } from 'vitest';
import { vin } from './data.js';
import { createService } from './service.js';

const account = { user: 'tests', key: 'key-of-the-tests' };
const service = createService(account);

beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
});
afterAll(() => service.close());

contractTests(() => ({
  baseUrl: `http://127.0.0.1:${service.address().port}`,
  credentials: account,
  target: 'service',
  // Requests to this service cost nothing, so every test case runs.
  profile: 'deep',
  data: { vin },
}));
