import { hostname, userInfo } from 'node:os';
import type { Sql } from '../database/sql.ts';
import { canonicalUser } from './credentials.ts';

/** A change that a command has made. */
export interface AuditEvent {
  id: number;
  /** ISO 8601. */
  at: string;
  /** User and machine of the command: `ann@host`. */
  who: string;
  /** The command: `account set-plan`. */
  what: string;
  /** The account that the command concerned. Erasing the account also erases this name. */
  user: string | null;
  /** Other values of the command: no names and no keys. */
  details: Record<string, unknown>;
}

type AuditedChange = Pick<AuditEvent, 'what' | 'details'> & { user?: string | undefined };
type AuditRow = Omit<AuditEvent, 'at' | 'details'> & { ts_ms: number; details: string };

/** What commands have changed. */
export class Audit {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Records a change that this process has made. */
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

  /** Returns the latest event of a command, `backup` for example. */
  async latest(what: string): Promise<AuditEvent | undefined> {
    const text = 'select * from audit where what = $1 order by id desc limit 1';
    return (await this.#sql.query<AuditRow>(text, what)).map(toEvent)[0];
  }
}

/** Behind sudo, it is the person and not root. */
function whoIsThis(): string {
  try {
    return `${process.env.SUDO_USER || userInfo().username}@${hostname()}`;
  } catch {
    // In a container, a user may have only a number.
    return `${process.getuid?.()}@${hostname()}`;
  }
}

const toEvent = ({ ts_ms, details, ...row }: AuditRow): AuditEvent => ({
  ...row,
  at: new Date(ts_ms).toISOString(),
  details: JSON.parse(details),
});
