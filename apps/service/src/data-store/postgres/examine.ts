import { explain } from '@vehicle-lookup/toolkit/command-line';
import type { CatalogueFile } from '../../catalogue/catalogue-store.ts';
import { publishedFile } from '../../catalogue/shared/published-versions.ts';
import { createSharedVersions, type InstanceReport } from '../../catalogue/shared/shared-versions.ts';
import { type DoctorFinding, ok, warning, wrong } from '../../database/finding.ts';
import { pendingOf } from '../../database/migrations.ts';
import { type Database, openDatabase } from '../../database/postgres/database.ts';
import { executedMigrations, migrationFault } from '../../database/postgres/migrate.ts';
import { accountMigrations } from './account-migrations.ts';

/** Clocks may differ by this much without a finding. */
const CLOCK_MS = 5 * 60_000;
/** Free connections below which an instance more might not get its four. */
const FEW_CONNECTIONS = 8;

/** Checks the database without changing it; services may run meanwhile. */
export async function examineDatabase(url: string, place: string | undefined): Promise<DoctorFinding[]> {
  const database = openDatabase(url);
  try {
    const executed = await executedMigrations(database);
    const fault = await migrationFault(database, accountMigrations);
    if (fault !== undefined) return [wrong('database', fault, 'correct this, then run doctor again')];
    const pending = pendingOf(executed, accountMigrations);
    if (pending.length > 0) {
      const text = `${database.location} lacks ${pending.join(', ')}`;
      return [wrong('database', text, 'run `migrate`; `serve` does it at its start')];
    }
    return [
      ...(await examineEngine(database)),
      ...(await examineAccounts(database)),
      ...(await examineClocks(database)),
      ...(place ? await examineInstances(database, place) : []),
    ];
  } catch (error) {
    return [wrong('database', explain(error), 'correct this, then run doctor again')];
  } finally {
    await database.close();
  }
}

async function examineEngine({ query, location }: Database): Promise<DoctorFinding[]> {
  const [engine] = await query<{ version: string; durable: boolean; free: number }>(
    `select current_setting('server_version') as version,
       current_setting('fsync')::boolean and current_setting('full_page_writes')::boolean as durable,
       current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
         - (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as free`,
  );
  if (!engine) return [];
  const findings = [ok('database', `${location}, PostgreSQL ${engine.version}`)];
  if (!engine.durable) {
    const text = 'fsync or full_page_writes is off: a crash of its machine loses acknowledged consultations';
    findings.push(wrong('database', text, 'turn both on in postgresql.conf'));
  }
  if (engine.free < FEW_CONNECTIONS) {
    const text = `${engine.free} connections are free; an instance needs 4`;
    findings.push(warning('database', text, 'raise max_connections, or look for clients that do not belong here'));
  }
  return findings;
}

async function examineAccounts({ query }: Database): Promise<DoctorFinding[]> {
  const [found] = await query<{ used: number; disabled: number; live: number; other: number }>(
    `select (select count(*) from account where disabled_ms is null) as used,
       (select count(*) from account where disabled_ms is not null) as disabled,
       (select count(*) from api_key where revoked_ms is null and (expires_ms is null or expires_ms > engine_ms())) as live,
       (select count(*) from api_key where revoked_ms is not null or expires_ms <= engine_ms()) as other`,
  );
  const { used = 0, disabled = 0, live = 0, other = 0 } = found ?? {};
  const text = `accounts: ${used} in use, ${disabled} disabled; keys: ${live} live, ${other} expired or revoked`;
  if (used > 0 && live > 0) return [ok('accounts', text)];
  return [
    warning('accounts', `${text}: the response to every request is 401`, 'run `account create`, or `key create`'),
  ];
}

async function examineClocks({ query }: Database): Promise<DoctorFinding[]> {
  const [clock] = await query<{ now: number; ahead: number }>(
    'select engine_ms() as now, (select count(*) from usage_head where ts_ms > engine_ms() + $1) as ahead',
    [CLOCK_MS],
  );
  if (!clock) return [];
  const findings: DoctorFinding[] = [];
  if (Math.abs(clock.now - Date.now()) > CLOCK_MS) {
    const text = `the clocks of PostgreSQL and of this machine differ by ${Math.round(Math.abs(clock.now - Date.now()) / 60_000)} minutes`;
    findings.push(warning('clock', text, 'correct the wrong one; consultations are dated by PostgreSQL'));
  }
  if (clock.ahead > 0) {
    const text = `consultations of ${clock.ahead} accounts are dated ahead of PostgreSQL's clock: they keep counting`;
    findings.push(wrong('clock', text, 'correct the clock, then run `doctor --repair-clock`'));
  }
  return findings;
}

async function examineInstances(database: Database, place: string): Promise<DoctorFinding[]> {
  const shared = createSharedVersions(database);
  const [{ current, wanted, askedBy }, live] = [await shared.state(), await shared.live()];
  const pending = wanted
    ? [
        warning(
          'switch',
          `a switch to ${wanted.version} is pending, asked for by ${askedBy}`,
          'wait for it, or end that command',
        ),
      ]
    : [];
  return [...pending, ...(await examineCurrent(current, live, place))];
}

async function examineCurrent(
  current: CatalogueFile | undefined,
  live: readonly InstanceReport[],
  place: string,
): Promise<DoctorFinding[]> {
  if (!current) {
    return [warning('catalogue', 'no version is current', 'run `catalogue publish`, then `catalogue switch VERSION`')];
  }
  try {
    publishedFile(place, current);
  } catch (error) {
    const next = `no further instance can start; publish it again, or switch to another version`;
    return [wrong('catalogue', explain(error), next)];
  }
  const late = live.filter(({ inUse }) => inUse !== current.version);
  const text = `${current.version} is current; ${live.length} instances run`;
  if (late.length === 0) return [ok('catalogue', text)];
  const reasons = late.map(({ id, failure }) => `${id}: ${failure ?? 'not switched yet'}`);
  return [
    wrong('catalogue', `${text}, ${late.length} without it (${reasons.join('; ')})`, 'correct this, or switch back'),
  ];
}
