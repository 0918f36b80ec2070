import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { DataDirectory } from '../../data-directory/data-directory.ts';
import { type DoctorFinding, ok, warning, wrong } from '../../database/finding.ts';
import { openWithoutTrace } from '../../database/sqlite/database.ts';
import { examineDatabase, RESTORE } from '../../database/sqlite/examine-database.ts';
import { accountMigrations } from './account-migrations.ts';

/** Clocks may differ, or be set back, by this many minutes without a finding. */
const MINUTES_AHEAD = 5;

const MISSING = `in a new directory run \`serve\`, \`migrate\` or \`account create\`; if there were accounts, ${RESTORE}`;

/** Checks accounts.sqlite, and counts the accounts and keys in use. */
export async function examineAccounts({ accounts }: DataDirectory): Promise<DoctorFinding[]> {
  if (!existsSync(accounts)) return [wrong('accounts', `${accounts} is missing`, MISSING)];
  const file = { what: 'accounts', path: accounts, migrations: accountMigrations, mayLack: false };
  return examineDatabase(file, (db) => [...summary(db), ...examineClock(db)]);
}

/** False if there is no readable file of accounts. */
export function hasAccounts({ accounts }: DataDirectory): boolean {
  if (!existsSync(accounts)) return false;
  let db: DatabaseSync | undefined;
  try {
    db = openWithoutTrace(accounts);
    return db.prepare('SELECT 1 FROM account LIMIT 1').get() !== undefined;
  } catch {
    return false;
  } finally {
    db?.close();
  }
}

function summary(db: DatabaseSync): DoctorFinding[] {
  const accounts = countByState(db, "SELECT iif(disabled_ms IS NULL, 'in use', 'disabled') state FROM account");
  const keys = countByState(
    db,
    `SELECT CASE WHEN revoked_ms IS NOT NULL THEN 'revoked'
       WHEN expires_ms <= unixepoch('subsec') * 1000 THEN 'expired' ELSE 'live' END state FROM api_key`,
  );
  const text = `accounts: ${list(accounts)}; keys: ${list(keys)}`;
  const isUsable = (accounts['in use'] ?? 0) > 0 && (keys.live ?? 0) > 0;
  if (isUsable) return [ok('accounts', text)];
  return [
    warning('accounts', `${text}: the response to every request is 401`, 'run `account create`, or `key create`'),
  ];
}

/** Consultations dated in the future count until that time, and for one window longer. */
function examineClock(db: DatabaseSync): DoctorFinding[] {
  const { n, latest } = db
    .prepare(
      `SELECT count(*) n, coalesce(strftime('%FT%TZ', max(ts) / 1000, 'unixepoch'), 'beyond the year 9999') latest FROM
       (SELECT (SELECT ts_ms FROM usage WHERE account_id = id ORDER BY seq DESC LIMIT 1) ts FROM account)
       WHERE ts > (unixepoch() + ${MINUTES_AHEAD} * 60) * 1000`,
    )
    .get() as { n: number; latest: string };
  if (n === 0) return [];
  const text = `consultations of ${n} ${n === 1 ? 'account' : 'accounts'} are dated ahead of this machine's clock, up to ${latest}: they keep counting`;
  return [wrong('clock', text, 'correct the clock, then run `doctor --repair-clock`')];
}

const countByState = (db: DatabaseSync, states: string): Record<string, number> =>
  Object.fromEntries(
    db
      .prepare(`SELECT state, count(*) n FROM (${states}) GROUP BY state ORDER BY state`)
      .all()
      .map(({ state, n }) => [String(state), Number(n)]),
  );

const list = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([state, n]) => `${n} ${state}`)
    .join(', ') || 'none';
