import type { ServiceData } from '../src/plan/data.ts';

/** A response before it is sent. */
export interface ServiceResponse {
  status: number;
  headers: Record<string, string>;
  /** The body, sent as JSON. A string or bytes are sent unchanged. */
  body: unknown;
}

/** The raw bytes of a response, including the head. The connection is closed afterwards. */
export interface WireResponse {
  raw: string;
}

/** A request as passed to a fault. */
export interface ServiceRequest {
  method: string;
  /** The path without a query. */
  path: string;
  query: URLSearchParams;
  /** The operation that the query selects, ignoring its credentials. Empty if the query selects none. */
  operation: string;
  /** Returns the correct response to a changed query. */
  correctResponseTo: (change: (query: URLSearchParams) => void) => ServiceResponse;
  /** The state of the service since its start. */
  memory: Map<string, unknown>;
}

/** Changes the correct response. `silence`: the service never responds. */
export type ResponseChange = (
  correct: ServiceResponse,
  request: ServiceRequest,
) => ServiceResponse | WireResponse | 'silence';

/** A service that differs from the correct service in one respect. */
export interface ServiceDifference {
  /** The difference, as the rest of the sentence "a service that …". */
  says: string;
  /** The operations whose responses differ. Default: all, including invalid requests. */
  operations?: readonly string[];
  change: ResponseChange;
}

/** The classes of faults. */
export const faultClasses = ['wire', 'schema', 'selector', 'credentials', 'meaning', 'together'] as const;
export type FaultClass = (typeof faultClasses)[number];

/** A service with one fault. */
export type FaultyService = ServiceDifference & {
  /** The number of seconds by which the run's clock advances per request. Default: the actual time. */
  secondsPerRequest?: number;
  /** Whether the data of the run includes the accounts `forbidden` and `exhausted`. */
  accounts?: true;
  /** `mock` if only a mock can have the fault. */
  target?: 'mock';
  /** `deep` if the profile `full` has no request that shows the fault. */
  profile?: 'deep';
  /** Whether the finding is a warning, which fails only a strict run. */
  strict?: true;
} & (
    | {
        /** The code of the check, or the id of the assumption, that detects the fault. */
        code: string;
        /** The clause that the finding names. */
        clause?: string;
      }
    | {
        /** The reason why the fault cannot be distinguished from a correct response or a network fault. Its cell never passes. */
        incomplete: string;
      }
    | {
        /** The reason why no check can detect the fault. */
        unseen: string;
      }
  );

/** The `faults` exported by `faulty/by-class/<class>.ts`, by name. */
export type FaultyServices = Readonly<Record<string, FaultyService>>;

/** The faults in a single operation, from `faulty/by-operation/<tag>.ts`, by class and name. */
export type OperationFaults = Partial<Record<FaultClass, FaultyServices>>;

/** A correct service whose responses differ from the documented examples. */
export interface CorrectService extends ServiceDifference {
  /** The codes of expected findings that do not fail the run: contradicted assumptions and warnings. */
  reports?: readonly string[];
  /** The reason why a required response is not observed. */
  incomplete?: string;
  profile?: 'deep';
  /** The data passed to the run. */
  data?: ServiceData;
}

/** The `services` exported by a file in `correct/`, by name. */
export type CorrectServices = Readonly<Record<string, CorrectService>>;
