import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { type OpenSql, PAGE, type Sql } from '../sql.ts';
import { type Database, openDatabase, type SqlQuery } from './database.ts';

/** Advisory lock for every change: rules about several rows require that changes run one after another. */
const LOCK = 7_310_420_017;

/** The oldest supported PostgreSQL version, as `server_version_num`. */
const OLDEST = 150_000;

/** Opens the tables of a database, without time limits. */
export function openPostgresSql(url: string): OpenSql {
  const database = openDatabase(url, { patient: true });
  return { ...postgresSql(database), [Symbol.asyncDispose]: database[Symbol.asyncDispose] };
}

/** Returns the tables of an open database. @param now replacement for the database clock in tests */
export function postgresSql({ location, query, transaction }: Database, now?: () => number): Sql {
  const on = (run: SqlQuery): Sql => {
    const sql: Sql = {
      location,
      query: (text, ...values) => run(text, values),
      async *pages<Row>(text: string) {
        await run(`declare pages cursor for ${text}`);
        for (;;) {
          const page = await run<Row>(`fetch ${PAGE} from pages`);
          if (page.length === 0) break;
          yield page;
        }
        await run('close pages');
      },
      async insert(table, columns, rows) {
        const names = columns.map((column) => `"${column}"`);
        const text = `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`;
        await run(text, [JSON.stringify(rows)]);
      },
      change: (work) => work(sql),
      snapshot: (work) => work(sql),
      async hasTable(name) {
        const [row] = await run<{ found: boolean }>('select to_regclass($1) is not null as found', [name]);
        return row?.found === true;
      },
      async now() {
        if (now) return now();
        const [row] = await run<{ ms: number }>('select engine_ms() as ms');
        return row?.ms ?? Number.NaN;
      },
    };
    return sql;
  };
  return {
    ...on(query),
    change: (work) =>
      transaction(async (run) => {
        await run('select pg_advisory_xact_lock($1::bigint)', [LOCK]);
        return work(on(run));
      }),
    snapshot: (work) => transaction((run) => work(on(run)), 'begin isolation level repeatable read'),
  };
}

/** Rejects an unusable PostgreSQL server. @throws UserError if the server is too old or read-only */
export async function checkEngine({ query, location }: Pick<Sql, 'query' | 'location'>): Promise<void> {
  const [engine] = await query<{ version: string; number: number; standby: boolean; read_only: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::integer as number,
       pg_is_in_recovery() as standby, current_setting('transaction_read_only') as read_only`,
  );
  if (!engine) return;
  if (engine.number < OLDEST) {
    throw new UserError(
      `${location}: expected PostgreSQL ${OLDEST / 10_000} or newer, got ${engine.version}. Upgrade PostgreSQL, or use a different DATABASE_URL`,
    );
  }
  if (engine.standby || engine.read_only === 'on') {
    const why = engine.standby ? 'it is a standby' : 'default_transaction_read_only is on';
    throw new UserError(`${location}: read-only, because ${why}. Name the primary in DATABASE_URL`);
  }
}
