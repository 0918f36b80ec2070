import type { ServiceData } from '../src/plan/data.ts';

/** A response before it is sent. */
export interface ServiceResponse {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON; a text or bytes as they are. */
  body: unknown;
}

/** The whole response as it goes over the wire, head included; the connection is closed behind it. */
export interface WireResponse {
  raw: string;
}

/** A request as a fault sees it. */
export interface ServiceRequest {
  method: string;
  /** Without query. */
  path: string;
  query: URLSearchParams;
  /** The operation that the query selects; empty if none. Its credentials do not count. */
  operation: string;
  /** The correct response to a changed query. */
  correctResponseTo: (change: (query: URLSearchParams) => void) => ServiceResponse;
  /** What this service has kept since it started. */
  memory: Map<string, unknown>;
}

/** Makes another response of the correct one; `silence`: the service never answers. */
export type ResponseChange = (
  correct: ServiceResponse,
  request: ServiceRequest,
) => ServiceResponse | WireResponse | 'silence';

/** A service that differs from the correct one in one way. */
export interface ServiceDifference {
  /** What it does, as the rest of the sentence "a service that …". */
  says: string;
  /** The operations whose responses differ. Default: all, invalid requests included. */
  operations?: readonly string[];
  change: ResponseChange;
}

/** Where a fault lies. */
export const faultClasses = ['wire', 'schema', 'selector', 'credentials', 'meaning', 'together'] as const;
export type FaultClass = (typeof faultClasses)[number];

/** A service with one fault. */
export type FaultyService = ServiceDifference & {
  /** How fast the clock of the run goes. Default: as it does. */
  secondsPerRequest?: number;
  /** Whether the run is given the accounts without plan and allowance. */
  accounts?: true;
  /** `mock` where only a mock can have the fault. */
  target?: 'mock';
  /** Where `full` has no request left that shows it. */
  profile?: 'deep';
  /** Where the finding is a warning, which fails a strict run. */
  strict?: true;
} & (
    | {
        /** The code of the check, or the id of the assumption, that finds it. */
        code: string;
        /** The clause that the finding names. */
        clause?: string;
      }
    | {
        /** Why it cannot be distinguished from a correct response or from a fault of the network: its cell is never green. */
        incomplete: string;
      }
    | {
        /** Why no check can see it. */
        unseen: string;
      }
  );

/** What `faulty/by-class/<class>.ts` exports as `faults`, by name. */
export type FaultyServices = Readonly<Record<string, FaultyService>>;

/** An entry of `faulty/by-operation/<tag>.ts`, under an operationId: by class and name, only in this operation. */
export type OperationFaults = Partial<Record<FaultClass, FaultyServices>>;

/** A service that is other than the documented examples, and right. */
export interface CorrectService extends ServiceDifference {
  /** Codes of what is reported without failing the run: assumptions that it decides otherwise, warnings. */
  reports?: readonly string[];
  /** Why what the profile requires is not observed. */
  incomplete?: string;
  profile?: 'deep';
  /** What the run is told of its data. */
  data?: ServiceData;
}

/** What a file of `correct/` exports as `services`, by name. */
export type CorrectServices = Readonly<Record<string, CorrectService>>;
