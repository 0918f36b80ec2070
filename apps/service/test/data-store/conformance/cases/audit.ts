import { expect } from 'vitest';
import { accountWith, fakeClock, openAccounts } from '../accounts.ts';
import type { Cases } from '../case.ts';

export const cases: Cases = {
  'changes are recorded in their order, with their moment': async (newDataStore) => {
    const clock = fakeClock(Date.UTC(2026, 0, 31));
    const { audit } = await openAccounts(await newDataStore(), clock);
    expect(await audit.events()).toEqual([]);
    await audit.record({ who: 'root@host', what: 'plan set', details: { plan: 'own', limit: 5 } });
    clock.forward(1_000);
    await audit.record({ who: 'ann@host', what: 'account create', user: 'eve', details: {} });
    const events = await audit.events();
    expect(events).toMatchObject([
      { at: '2026-01-31T00:00:00.000Z', who: 'root@host', what: 'plan set', details: { plan: 'own', limit: 5 } },
      { at: '2026-01-31T00:00:01.000Z', who: 'ann@host', what: 'account create', user: 'eve', details: {} },
    ]);
    expect(await audit.events(events[0]?.id)).toEqual(events.slice(1));
  },

  'the name of a deleted account is erased from the record, also in its other form': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    await accountWith(accounts, { limit: 1 }, 'J\u00fcrgen');
    for (const user of ['Ju\u0308rgen', 'bob'])
      await accounts.audit.record({ who: 'root@host', what: 'account disable', user, details: {} });
    await accounts.registry.deleteAccount('J\u00fcrgen');
    expect((await accounts.audit.events()).map(({ user }) => user)).toEqual([undefined, 'bob']);
  },

  'the record is copied with the accounts': async (newDataStore) => {
    const [source, target] = [await newDataStore(), await newDataStore()];
    const accounts = await openAccounts(source);
    await accounts.audit.record({ who: 'root@host', what: 'migrate', details: {} });
    await target.accounts.prepare();
    await target.accounts.write((add) => source.accounts.read(add));
    const copied = await openAccounts(target);
    expect(await copied.audit.events()).toEqual(await accounts.audit.events());
    await copied.audit.record({ who: 'root@host', what: 'migrate', details: {} });
    expect(await copied.audit.events()).toHaveLength(2);
  },
};
