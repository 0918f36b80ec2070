import type { Generated } from 'kysely';

/** Tables of plans, accounts and keys as the newest migration leaves them. Moments are milliseconds since 1970. */
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
}
