import { temporaryDirectory } from '@vehicle-lookup/testing';
import { describeFuzz } from '../support/fuzz.ts';
import { createAccount, createPlan, serve } from '../support/service.ts';

// Tests the whole service in its own process, with the demonstration catalogue.
describeFuzz(process.env.DEEP ? 100_000 : 2_000, async () => {
  const data = temporaryDirectory();
  const { port, admin } = await serve(data, ['--demo']);
  await createPlan(data, 'all');
  await createPlan(data, 'some', { excluded: ['getOemParts', 'getRepairTimes'] });
  const [full, part] = [await createAccount(data, 'full', 'all'), await createAccount(data, 'part', 'some')];
  return { port, admins: [admin], keys: { full: full.key, part: part.key } };
});
