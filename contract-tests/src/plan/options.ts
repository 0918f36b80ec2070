import type { FieldSighting, PastResult } from '../history/past-result.ts';
import type { ServiceData } from './data.ts';
import type { Profile, RunTarget } from './profile.ts';

/** What decides which requests a run makes and how it judges the responses. */
export interface PlanOptions {
  /** The service's base URL, without the document's path. */
  baseUrl: string;
  /** The account's credentials, by the names that the document gives them. */
  credentials: Readonly<Record<string, string>>;
  /** Whether declared responses may be asked for by `Prefer`. */
  target: RunTarget;
  /** Default: `full`; of a mock `mock`, which has no other. */
  profile?: Profile;
  /** Whether a contradicted assumption fails the run. Default: `report`; of a mock `enforce`. */
  assumptions?: 'report' | 'enforce';
  /** Whether fields that the document does not mention fail the run. */
  strict?: boolean;
  /** What is known of the service's data; the rest comes from earlier responses, then from the document's examples. */
  data?: ServiceData;
  /** A name for the verified service, for readers of reports. */
  label?: string;
  /** What earlier runs saw: without a seed, the run starts with the requests that were made longest ago. */
  past?: readonly PastResult[];
  /** When earlier runs saw the fields of records. */
  pastFields?: readonly FieldSighting[];
  /** What was last seen longer ago than this, in milliseconds, is stale. */
  maxAge?: number;
  /** How long successes may take, such as `p95=800ms`; a warning, because no clause speaks of it. */
  maxLatency?: string;
  /** Findings that do not fail the run. */
  knownFindings?: readonly KnownFinding[];
  /** Operations that the plan of the account does not include: 403 is then the valid response to a valid request. */
  planLacks?: readonly string[];
  /** Operations whose requests are made, with the successes that give values for them. Default: all. */
  only?: readonly string[];
  /** Decides among equals whose turn it is: the same seed, the same requests. Default: 1. */
  seed?: number;
  /** Codes of checks to leave out: it measures what the suite misses without them. */
  without?: readonly string[];
}

/** A finding that somebody has looked at: it is shown, and does not fail a run until it expires. */
export interface KnownFinding {
  fingerprint: string;
  reason: string;
  owner: string;
  /** The last day, `YYYY-MM-DD`. */
  expires: string;
}
