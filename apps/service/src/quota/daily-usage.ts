import { canonicalUser } from '../accounts/credentials.ts';
import type { Sql } from '../database/sql.ts';

/** The consultations of an account on one day. */
export interface DailyUsage {
  /** YYYY-MM-DD, in UTC. */
  day: string;
  /** User name; null for all deleted accounts together. */
  user: string | null;
  /** operationId */
  operation: string;
  consultations: number;
}

/** A range of days, including the first and the last day. */
export interface UsageRange {
  from: string;
  to: string;
  /** Default: all accounts. */
  user?: string | undefined;
}

/** Returns the recorded consultations by day, user and operation. Days without consultations are omitted. */
export function readDailyUsage(sql: Sql, { from, to, user }: UsageRange): Promise<DailyUsage[]> {
  return sql.query<DailyUsage>(
    `select day, account."user" as "user", operation, cast(sum(consultations) as bigint) as consultations
     from usage_of_days left join account on account.id = account_id
     where day between $1 and $2 and (cast($3 as text) is null or account."user" = $3)
     group by day, account_id, account."user", operation
     order by day, account."user" is null, account."user", operation`,
    from,
    to,
    user === undefined ? null : canonicalUser(user),
  );
}
