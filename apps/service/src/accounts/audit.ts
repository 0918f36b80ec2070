import { hostname, userInfo } from 'node:os';
import type { Sql } from '../database/sql.ts';
import { canonicalUser } from './credentials.ts';

/** A change that a command made. */
export interface AuditEvent {
  id: number;
  /** Time of the change in ISO 8601. */
  at: string;
  /** User who ran the command, and the machine: `ann@host`. */
  who: string;
  /** Command name: `account set-plan`. */
  what: string;
  /** User of the changed account. Erasing the account also erases this name. */
  user: string | null;
  /** Other values of the command, without user names and keys. */
  details: Record<string, unknown>;
}

type AuditedChange = Pick<AuditEvent, 'what' | 'details'> & { user?: string | undefined };
type AuditRow = Omit<AuditEvent, 'at' | 'details'> & { ts_ms: number; details: string };

/** The log of changes that commands have made. */
export class Audit {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Records a change that this process made. */
  async record({ what, user, details }: AuditedChange): Promise<void> {
    await this.#sql.query(
      'insert into audit (ts_ms, who, what, "user", details) values ($1, $2, $3, $4, $5)',
      await this.#sql.now(),
      whoIsThis(),
      what,
      user === undefined ? null : canonicalUser(user),
      JSON.stringify(details),
    );
  }

  /** Returns all events, oldest first. */
  async events(): Promise<AuditEvent[]> {
    return (await this.#sql.query<AuditRow>('select * from audit order by id')).map(toEvent);
  }

  /** Returns the latest event for a command, for example `backup`. */
  async latest(what: string): Promise<AuditEvent | undefined> {
    const text = 'select * from audit where what = $1 order by id desc limit 1';
    return (await this.#sql.query<AuditRow>(text, what)).map(toEvent)[0];
  }
}

/** Returns the user and machine of this process. Under sudo, returns the original user instead of root. */
function whoIsThis(): string {
  try {
    return `${process.env.SUDO_USER || userInfo().username}@${hostname()}`;
  } catch {
    // A user in a container may have a user ID without a name.
    return `${process.getuid?.()}@${hostname()}`;
  }
}

const toEvent = ({ ts_ms, details, ...row }: AuditRow): AuditEvent => ({
  ...row,
  at: new Date(ts_ms).toISOString(),
  details: JSON.parse(details),
});
