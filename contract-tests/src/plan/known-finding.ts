/** A finding that somebody has looked at: it is shown, and does not fail a run until it expires. */
export interface KnownFinding {
  fingerprint: string;
  reason: string;
  owner: string;
  /** The last day, `YYYY-MM-DD`. */
  expires: string;
}
