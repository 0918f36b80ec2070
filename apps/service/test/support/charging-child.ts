// Charges one account. Arguments: data directory, account ID, limit, attempts, how many concurrently, milliseconds that its
// clock is ahead. It reports `ready` over its channel and waits for a message to begin. It prints `?` before each attempt,
// then `+` if it was acknowledged, `-` if it was rejected, `!` if it failed.
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_SETTINGS } from '../../src/accounts/plan.ts';
import { openDataStore } from '../../src/data-store/open-data-store.ts';

const [root = '', ...figures] = process.argv.slice(2);
const [id = 0, limit = 0, attempts = 0, atOnce = 0, ahead = 0] = figures.map(Number);
const { now } = Date;
Date.now = () => now() + ahead;
const { quota, close } = await (await openDataStore(root)).accounts.open();
const account = { id, user: 'ann', plan: { ...DEFAULT_SETTINGS, name: 'own', limit, windowSeconds: 3600 } };

process.send?.({ ready: 'charging' });
await once(process, 'message');
process.disconnect();

/** Prints immediately, so that a killed process has printed what it did. A full pipe has to be waited for. */
function print(sign: string): void {
  for (;;) {
    try {
      writeSync(1, sign);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

let left = attempts;
async function lane(): Promise<void> {
  while (left-- > 0) {
    print('?');
    try {
      const { ok } = await quota.charge(account, 'getFluids');
      print(ok ? '+' : '-');
    } catch {
      print('!');
      await wait(20); // as a client does after an error
    }
  }
}
await Promise.all(Array.from({ length: atOnce }, lane));
await close();
