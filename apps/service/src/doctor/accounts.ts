import type { Sql } from '../database/sql.ts';
import { type DoctorFinding, ok, warning, wrong } from './finding.ts';

/** Clock difference that is tolerated without a finding. */
const CLOCK_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
const END_OF_9999 = Date.UTC(10_000, 0);

/** Counts accounts and keys, and finds consultations with an incorrect time. */
export async function examineAccounts(sql: Sql): Promise<DoctorFinding[]> {
  const now = await sql.now();
  return [await examineKeys(sql, now), ...(await examineClock(sql, now))];
}

async function examineKeys(sql: Sql, now: number): Promise<DoctorFinding> {
  const counts = await sql.query<{ what: string; state: string; n: number }>(
    `select what, state, count(*) as n from (
       select 'account' as what, case when disabled_ms is null then 'in use' else 'disabled' end as state from account
       union all
       select 'key', case when revoked_ms is not null then 'revoked' when expires_ms <= $1 then 'expired' else 'live' end
       from api_key) states
     group by what, state order by what, state`,
    now,
  );
  const list = (kind: string): string =>
    counts.flatMap(({ what, state, n }) => (what === kind ? `${n} ${state}` : [])).join(', ') || 'none';
  const text = `accounts: ${list('account')}; keys: ${list('key')}`;
  if (counts.filter(({ state }) => ['in use', 'live'].includes(state)).length === 2) return ok('accounts', text);
  return warning('accounts', `${text}: every request returns 401`, 'run `account create`, or `key create`');
}

/** Finds consultations dated in the future, which count until one window after that time. */
async function examineClock(sql: Sql, now: number): Promise<DoctorFinding[]> {
  const [ahead = { n: 0, latest: 0 }] = await sql.query<{ n: number; latest: number }>(
    `select count(*) as n, max(ts) as latest
     from (select (select ts_ms from usage where account_id = id order by seq desc limit 1) as ts from account) last
     where ts > $1`,
    now + CLOCK_MS,
  );
  const difference = Math.abs(now - Date.now());
  const findings: DoctorFinding[] = [];
  if (difference > CLOCK_MS) {
    const text = `the clocks of PostgreSQL and of this machine differ by ${Math.round(difference / MINUTE_MS)} minutes`;
    findings.push(warning('clock', text, 'correct the inaccurate clock; the PostgreSQL clock dates consultations'));
  }
  if (ahead.n > 0) {
    const latest = ahead.latest < END_OF_9999 ? new Date(ahead.latest).toISOString() : 'beyond the year 9999';
    const accounts = `${ahead.n} ${ahead.n === 1 ? 'account' : 'accounts'}`;
    const text = `consultations of ${accounts} are dated in the future, up to ${latest}, and count for too long`;
    findings.push(wrong('clock', text, 'correct the clock, then run `doctor --repair-clock`'));
  }
  return findings;
}
