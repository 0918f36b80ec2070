import type { Generated } from 'kysely';

/** Tables of accounts and usage as the newest migration leaves them. Moments are milliseconds since 1970. */
export interface AccountTables {
  plan: {
    name: string;
    limit_n: number;
    window_s: number;
    burst: number;
    /** JSON list of operationIds. */
    excluded: string;
  };
  account: {
    id: Generated<number>;
    user: string;
    plan: string;
    created_ms: number;
    disabled_ms: number | null;
  };
  api_key: {
    id: Generated<number>;
    account_id: number;
    /** The key's first characters, by which its owner recognises it. */
    prefix: string;
    sha256: Uint8Array;
    created_ms: number;
    expires_ms: number | null;
    revoked_ms: number | null;
  };
  /** One row for each consultation: `seq` counts up without gaps, `ts_ms` never goes back. */
  usage: {
    account_id: number;
    seq: number;
    ts_ms: number;
  };
  /** Consultations by day (UTC), account and operation, which outlive the windows. Those of deleted accounts have account 0. */
  daily_usage: {
    day: string;
    account_id: number;
    operation: string;
    consultations: number;
  };
}
