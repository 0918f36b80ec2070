/** Exit codes of the program, as listed in README.md. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  quota: 3,
  partial: 4,
  credentials: 5,
  notFound: 6,
  interrupted: 130,
  terminated: 143,
} as const;

const CODES: Record<string, number> = {
  invalid_argument: EXIT.usage,
  quota_exhausted: EXIT.quota,
  rate_limited: EXIT.quota,
  unauthorized: EXIT.credentials,
  forbidden_by_plan: EXIT.credentials,
  not_found: EXIT.notFound,
};

/** Returns the exit code for a client error code. */
export const exitCodeOf = (code: string): number => CODES[code] ?? EXIT.failed;
