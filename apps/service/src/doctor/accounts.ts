import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { accountMigrations } from '../accounts/migrations.ts';
import type { DataFolder } from '../data-folder.ts';
import { checkDatabase } from './database.ts';
import { type Finding, ok, RESTORE, warning, wrong } from './finding.ts';

/** Minutes by which clocks may differ, or be set back, without a word. */
const AHEAD = 5;

/** Checks accounts.sqlite, and says how many accounts and keys are in use. */
export async function checkAccounts(folder: DataFolder): Promise<Finding[]> {
  if (!existsSync(folder.accounts)) return [wrong('accounts', `${folder.accounts} is missing`, MISSING)];
  return checkDatabase('accounts', folder.accounts, accountMigrations, (db) => [...summary(db), ...checkClock(db)]);
}

const MISSING = `in a new folder run \`serve\`, \`migrate\` or \`account create\`; where there were accounts, ${RESTORE}`;

function summary(db: DatabaseSync): Finding[] {
  const accounts = counts(db, "SELECT iif(disabled_ms IS NULL, 'in use', 'disabled') state, 1 FROM account");
  const keys = counts(
    db,
    `SELECT CASE WHEN revoked_ms IS NOT NULL THEN 'revoked'
       WHEN expires_ms <= unixepoch('subsec') * 1000 THEN 'expired' ELSE 'live' END state, 1 FROM api_key`,
  );
  const text = `accounts: ${listed(accounts)}; keys: ${listed(keys)}`;
  const isUsable = (accounts['in use'] ?? 0) > 0 && (keys.live ?? 0) > 0;
  if (isUsable) return [ok('accounts', text)];
  return [warning('accounts', `${text}: every request is answered 401`, 'run `account create`, or `key create`')];
}

/** Consultations of a time to come count until then, and one window longer. */
function checkClock(db: DatabaseSync): Finding[] {
  const { n, latest } = db
    .prepare(
      `SELECT count(*) n, coalesce(strftime('%FT%TZ', max(ts) / 1000, 'unixepoch'), 'beyond the year 9999') latest FROM
       (SELECT (SELECT ts_ms FROM usage WHERE account_id = id ORDER BY seq DESC LIMIT 1) ts FROM account)
       WHERE ts > (unixepoch() + ${AHEAD} * 60) * 1000`,
    )
    .get() as { n: number; latest: string };
  if (n === 0) return [];
  const text = `consultations of ${n} ${n === 1 ? 'account' : 'accounts'} are dated ahead of this machine's clock, up to ${latest}: they keep counting`;
  return [wrong('clock', text, 'set the clock right, then run `doctor --repair-clock`')];
}

const counts = (db: DatabaseSync, rows: string): Record<string, number> =>
  Object.fromEntries(
    db
      .prepare(`SELECT state, count(*) n FROM (${rows}) GROUP BY state ORDER BY state`)
      .all()
      .map(({ state, n }) => [String(state), Number(n)]),
  );

const listed = (all: Record<string, number>): string =>
  Object.entries(all)
    .map(([state, n]) => `${n} ${state}`)
    .join(', ') || 'none';
