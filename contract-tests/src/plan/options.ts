import type { FieldSighting, PastResult } from '../history/past-result.ts';
import type { ServiceData } from './data.ts';
import type { Profile, RunTarget } from './profile.ts';

/** Options that determine the requests of a run and how it judges the responses. */
export interface PlanOptions {
  /** The service's base URL, without the document's path. */
  baseUrl: string;
  /** The account's credentials, by their names in the document. */
  credentials: Readonly<Record<string, string>>;
  /** Whether declared responses may be requested with `Prefer`. */
  target: RunTarget;
  /** Default: `full`; for a mock, the only profile is `mock`. */
  profile?: Profile;
  /** Whether a contradicted assumption fails the run. Default: `report`; for a mock `enforce`. */
  assumptions?: 'report' | 'enforce';
  /** Whether fields that the document does not mention fail the run. */
  strict?: boolean;
  /** Known data of the service; other values come from earlier responses, then from the document's examples. */
  data?: ServiceData;
  /** Name of the verified service in reports. */
  label?: string;
  /** Results of earlier runs. Without a seed, the run starts with the requests that were sent longest ago. */
  past?: readonly PastResult[];
  /** Field sightings of earlier runs. */
  pastFields?: readonly FieldSighting[];
  /** Age in milliseconds after which results are stale. */
  maxAge?: number;
  /** Latency budget for successes, such as `p95=800ms`. Exceeding it is a warning, because no clause covers it. */
  maxLatency?: string;
  /** Findings that do not fail the run. */
  knownFindings?: readonly KnownFinding[];
  /** Operations that the account's plan does not include. For them, 403 is the valid response to a valid request. */
  planLacks?: readonly string[];
  /** Operations to test. Operations that provide values for them are also requested. Default: all. */
  only?: readonly string[];
  /** Chooses between equally ranked requests. The same seed gives the same requests. Default: 1. */
  seed?: number;
  /** Codes of checks to skip, to measure which faults the suite misses without them. */
  without?: readonly string[];
}

/** An accepted finding, which is shown but does not fail a run until it expires. */
export interface KnownFinding {
  fingerprint: string;
  reason: string;
  owner: string;
  /** The last day of validity, `YYYY-MM-DD`. */
  expires: string;
}
