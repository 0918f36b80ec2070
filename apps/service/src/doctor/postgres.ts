import { explain } from '@vehicle-lookup/toolkit/command-line';
import type { CatalogueFile } from '../catalogue/catalogue-store.ts';
import { publishedFile } from '../catalogue/shared/published-versions.ts';
import { createSharedVersions, type InstanceReport } from '../catalogue/shared/shared-versions.ts';
import { pendingMigrations } from '../database/migrations.ts';
import { type Database, openDatabase } from '../database/postgres/database.ts';
import { accountMigrations } from '../database/postgres/migrations.ts';
import { checkEngine, postgresSql } from '../database/postgres/sql.ts';
import { examineAccounts } from './accounts.ts';
import { type DoctorFinding, ok, warning, wrong } from './finding.ts';

/** If fewer connections are available, another instance may not get its four connections. */
const FEW_CONNECTIONS = 8;

/** Checks the database without changing it; instances may run during the check. */
export async function examinePostgres(url: string, place: string | undefined): Promise<DoctorFinding[]> {
  await using database = openDatabase(url);
  try {
    const sql = postgresSql(database);
    await checkEngine(sql);
    const pending = await pendingMigrations(sql, accountMigrations);
    if (pending.length > 0) {
      const text = `${database.location} lacks migrations: ${pending.join(', ')}`;
      return [wrong('database', text, 'run `migrate` or `serve`')];
    }
    return [
      ...(await examineEngine(database)),
      ...(await examineAccounts(sql)),
      ...(place ? await examineInstances(database, place) : []),
    ];
  } catch (error) {
    return [wrong('database', explain(error), 'correct this, then run doctor again')];
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
    const text = 'fsync or full_page_writes is off, so a machine crash would lose acknowledged consultations';
    findings.push(wrong('database', text, 'enable both in postgresql.conf'));
  }
  if (engine.free < FEW_CONNECTIONS) {
    const text = `${engine.free} connections are available; an instance requires 4`;
    findings.push(warning('database', text, 'raise max_connections, or disconnect other clients'));
  }
  return findings;
}

async function examineInstances(database: Database, place: string): Promise<DoctorFinding[]> {
  const shared = createSharedVersions(database);
  const [{ current, wanted, askedBy }, live] = [await shared.state(), await shared.live()];
  const finding = examineCurrent(current, live, place);
  if (!wanted) return [finding];
  const text = `a switch to ${wanted.version} is pending, requested by ${askedBy}`;
  return [warning('switch', text, 'wait for the switch, or stop its command'), finding];
}

function examineCurrent(current: CatalogueFile | undefined, live: InstanceReport[], place: string): DoctorFinding {
  if (!current) {
    return warning('catalogue', 'no version is current', 'run `catalogue publish`, then `catalogue switch VERSION`');
  }
  try {
    publishedFile(place, current);
  } catch (error) {
    const next = 'publish the version again, or switch to a different version';
    return wrong('catalogue', explain(error), next);
  }
  const late = live.filter(({ inUse }) => inUse !== current.version);
  const text = `${current.version} is current; ${live.length} instances are running`;
  if (late.length === 0) return ok('catalogue', text);
  const reasons = late.map(({ id, failure }) => `${id}: ${failure ?? 'not switched yet'}`);
  return wrong(
    'catalogue',
    `${text}, ${late.length} do not use it (${reasons.join('; ')})`,
    'correct this, or switch back',
  );
}
