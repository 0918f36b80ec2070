/**
 * A process that charges one account: `!` when it is ready and waits for a word, then `?` before each attempt, then `+` where it was acknowledged, `-` where refused.
 * Arguments: data folder, account id, limit, attempts, how many at once.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { openAccounts } from '../../src/accounts/open.ts';
import { dataFolder } from '../../src/data-folder.ts';

const [root = '', ...figures] = process.argv.slice(2);
const [id = 0, limit = 0, attempts = 0, atOnce = 0] = figures.map(Number);
const { quota, close } = await openAccounts(dataFolder(root));
const account = { id, user: 'ann', plan: { name: 'own', limit, windowSeconds: 3600, burst: 50, excluded: [] } };

writeSync(1, '!');
await once(process.stdin, 'data');
process.stdin.destroy();

let left = attempts;
async function lane(): Promise<void> {
  while (left-- > 0) {
    writeSync(1, '?');
    const { ok } = await quota.charge(account);
    writeSync(1, ok ? '+' : '-');
  }
}
await Promise.all(Array.from({ length: atOnce }, lane));
close();
