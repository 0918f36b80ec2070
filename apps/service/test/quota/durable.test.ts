import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { DataFolder } from '../../src/data-folder.ts';
import { accountOf, tempAccounts, tempFolder } from '../accounts/temp.ts';

const DEEP = Boolean(process.env.DEEP);
const LIMIT = 1000;

type Child = ChildProcessByStdio<Writable, Readable, null>;

function charging(folder: DataFolder, ...figures: number[]): Child {
  const script = fileURLToPath(new URL('charging.ts', import.meta.url));
  return spawn(process.execPath, [script, folder.root, ...figures.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** All of them begin when the last is ready. */
async function begin(...children: Child[]): Promise<void> {
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  for (const child of children) child.stdin.write('go');
}

function firstAcknowledged(child: Child): Promise<void> {
  return new Promise((resolve) => {
    child.stdout.on('data', (part: string) => part.includes('+') && resolve());
  });
}

/** How often each sign was written, up to the end of the process. */
async function signs(child: Child): Promise<{ attempts: number; acknowledged: number; refused: number }> {
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(child, 'close');
  const count = (sign: string) => text.split(sign).length - 1;
  return { attempts: count('?'), acknowledged: count('+'), refused: count('-') };
}

function usageRows(folder: DataFolder): { n: number; last: number } {
  const db = new DatabaseSync(folder.accounts);
  const row = db.prepare('SELECT count(*) AS n, coalesce(max(seq), 0) AS last FROM usage').get();
  db.close();
  return row as { n: number; last: number };
}

test.each(Array.from({ length: DEEP ? 20 : 2 }, (_, index) => index + 1))(
  'of 1,050 attempts by 50 at once exactly 1,000 pass (%i)',
  async () => {
    const accounts = await tempAccounts();
    const account = await accountOf(accounts, { limit: LIMIT });
    let [left, passed] = [1050, 0];
    const lane = async () => {
      while (left-- > 0) if ((await accounts.quota.charge(account)).ok) passed++;
    };
    await Promise.all(Array.from({ length: 50 }, lane));
    expect(passed).toBe(LIMIT);
  },
);

test.each(Array.from({ length: DEEP ? 20 : 2 }, (_, index) => index + 1))(
  'of 1,050 attempts by two processes on one file exactly 1,000 pass (%i)',
  async () => {
    const folder = tempFolder();
    const { id } = await accountOf(await tempAccounts({}, folder), { limit: LIMIT });
    const children = [525, 525].map((attempts) => charging(folder, id, LIMIT, attempts, 25));
    const counted = children.map(signs);
    await begin(...children);
    const [one, other] = await Promise.all(counted);
    expect((one?.acknowledged ?? 0) + (other?.acknowledged ?? 0)).toBe(LIMIT);
    expect((one?.refused ?? 0) + (other?.refused ?? 0)).toBe(50);
    expect(usageRows(folder)).toEqual({ n: LIMIT, last: LIMIT });
  },
);

test('kill -9 under load forgets no acknowledged consultation and counts none twice', async () => {
  const folder = tempFolder();
  const accounts = await tempAccounts({}, folder);
  const limit = 1_000_000;
  const { key: _, ...account } = await accountOf(accounts, { limit });
  const atOnce = 8;
  let acknowledged = 0;
  for (let kill = 0; kill < (DEEP ? 20 : 3); kill++) {
    const before = usageRows(folder).n;
    const child = charging(folder, account.id, limit, limit, atOnce);
    const counted = signs(child);
    await begin(child);
    await firstAcknowledged(child);
    setTimeout(() => child.kill('SIGKILL'), Math.random() * 200);
    const counts = await counted;
    acknowledged += counts.acknowledged;
    const { n, last } = usageRows(folder);
    expect(counts.acknowledged).toBeGreaterThan(0);
    expect(n - before).toBeGreaterThanOrEqual(counts.acknowledged);
    expect(n - before).toBeLessThanOrEqual(counts.attempts);
    expect(counts.attempts - counts.acknowledged).toBeLessThanOrEqual(atOnce);
    expect(last).toBe(n);
    expect(await accounts.quota.check(account)).toMatchObject({ allowance: { remaining: limit - n } });
  }
  expect(usageRows(folder).n).toBeGreaterThanOrEqual(acknowledged);
});
