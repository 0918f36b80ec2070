import { EXIT } from './command-error.ts';

const CODES: Record<string, number> = {
  invalid_argument: EXIT.usage,
  quota_exhausted: EXIT.quota,
  rate_limited: EXIT.quota,
};

/** The exit code for an error code of the client. */
export const exitCodeOf = (code: string): number => CODES[code] ?? EXIT.failed;
