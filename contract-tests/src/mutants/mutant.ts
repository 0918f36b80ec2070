import type { Reply } from './right-service.ts';

/** What a service with a fault sends; `silence` never answers. */
export type Answer = Reply | Raw | 'silence' | 'hang-up';

/** The whole answer as it goes over the wire, head included; the connection is closed behind it. */
export interface Raw {
  raw: string | Buffer;
}

/** A request as a fault sees it. */
export interface Asked {
  method: string;
  /** Without query. */
  path: string;
  query: URLSearchParams;
  /** The operation that the query means, whoever asks; empty where it means none. */
  operation: string;
  /** What the service would rightly answer if something else had been asked. */
  rightTo: (change: (query: URLSearchParams) => void) => Reply;
  /** What this service has kept since it started. */
  memory: Map<string, unknown>;
}

/** What becomes of the right reply. */
export type Change = (right: Reply, asked: Asked) => Answer;

/** A service that differs from the right one in one way. */
export interface Difference {
  /** What it does, as the rest of the sentence "a service that …". */
  says: string;
  /** The operations whose answers differ; all, wrong requests included, unless told. */
  operations?: readonly string[];
  change: Change;
}

/** What `mutants/<class>/<name>.ts` exports as `mutant`: a service with one fault. */
export type Mutant = Difference & {
  /** Whether the run is given the accounts without plan and allowance. */
  accounts?: true;
  /** `mock` where only a mock can have the fault. */
  target?: 'mock';
} & (
    | {
        /** The code of the check, or the id of the assumption, that finds it. */
        code: string;
      }
    | {
        /** Why it cannot be told from what is right, or from a fault of the network: its cell is never green. */
        incomplete: string;
      }
    | {
        /** Why no check can see it. */
        unseen: string;
      }
  );

/** What `mutants/variants/<name>.ts` exports as `variant`: a service that is other than the examples, and right. */
export type Variant = Difference & {
  /** Codes of what is reported without failing the run: assumptions that it decides otherwise, warnings. */
  reports?: readonly string[];
  /** Why what the profile requires is not observed. */
  incomplete?: string;
};
