import type { Database, SqlQuery } from '../database/postgres/database.ts';
import { type Audit, type AuditRow, toAuditEvent } from './audit.ts';
import { canonicalUser } from './user-name.ts';

/** @param now replaces the engine's clock, in tests */
export const createPostgresAudit = ({ query }: Database, now?: () => number): Audit => ({
  async record({ who, what, user, details }) {
    await query(
      'insert into audit (ts_ms, who, what, "user", details) values (coalesce($1::bigint, engine_ms()), $2, $3, $4, $5)',
      [now?.(), who, what, user === undefined ? null : canonicalUser(user), JSON.stringify(details)],
    );
  },
  events: async (afterId = 0) =>
    (await query<AuditRow>('select * from audit where id > $1 order by id', [afterId])).map(toAuditEvent),
});

/** Erases the name of an account, within the transaction that deletes it. */
export const eraseFromAudit = async (query: SqlQuery, accountId: number): Promise<void> =>
  void (await query('update audit set "user" = null where "user" = (select "user" from account where id = $1)', [
    accountId,
  ]));
