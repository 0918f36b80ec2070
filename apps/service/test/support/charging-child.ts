// Charges one account. Arguments: data directory, account ID, limit, number of attempts, number of concurrent attempts, clock
// offset in milliseconds. The program reports `ready` over the IPC channel and starts when it receives a message. It prints `?`
// before each attempt. After an attempt, it prints `+` if the charge was acknowledged, `-` if it was rejected, or `!` if it failed.
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

/** Prints synchronously, so that the output is complete even if the process is killed. If the pipe is full, the write is retried. */
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
      await wait(20); // like a client after an error
    }
  }
}
await Promise.all(Array.from({ length: atOnce }, lane));
await close();
