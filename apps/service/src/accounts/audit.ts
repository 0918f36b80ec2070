/** A change to record. Never a key; names only where the erasure of an account finds them. */
export interface AuditedChange {
  /** User and machine of the command: `ann@host`. */
  who: string;
  /** The command: `account set-plan`. */
  what: string;
  /** The account that it is about. Its erasure erases this, too. */
  user?: string | undefined;
  /** Other values of the command that are no names. */
  details: Record<string, unknown>;
}

/** A change that a command has made. */
export interface AuditEvent extends AuditedChange {
  id: number;
  /** ISO 8601. */
  at: string;
}

/** What commands have changed. */
export interface Audit {
  record(change: AuditedChange): Promise<void>;
  /** The events after an id, oldest first; default: all. */
  events(afterId?: number): Promise<AuditEvent[]>;
}

/** A row of either engine. */
export interface AuditRow {
  id: number;
  ts_ms: number;
  who: string;
  what: string;
  user: string | null;
  details: string;
}

export const toAuditEvent = ({ id, ts_ms, who, what, user, details }: AuditRow): AuditEvent => ({
  id,
  at: new Date(ts_ms).toISOString(),
  who,
  what,
  user: user ?? undefined,
  details: JSON.parse(details),
});
