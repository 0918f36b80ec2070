/** How a request selects its operation, and how an answer is read. */
export interface Dispatch {
  path: string;
  /** Names of the query parameters that hold the credentials. */
  credentials: string[];
  /** Those of them that must never be shown. */
  secrets: string[];
  /** The status of a success. */
  success: number;
  /** Members that mark a body as a failure, whatever its status. */
  failure: Record<string, unknown>;
  /** The selectors of each operation. */
  selectors: Record<string, Record<string, string | number>>;
}

/** Sends a request; it must not follow redirects by itself. */
export type Fetch = (request: Request) => Promise<Response>;

/** What may be said of a single request. */
export interface Init {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  fetch?: Fetch;
}

/** A request whose query selects the operation. */
export interface GetInit<Query> extends Init {
  params: { query: Query };
}

/** Of the response only what cannot hold the key: no address, no body. */
export interface Answer<Status extends number = number> {
  status: Status;
  headers: Headers;
}

/** Either `data` or `error` is there. */
export type Result<Status extends number, Body, Failure> =
  | { data: Body; error?: never; response: Answer<Status> }
  | { data?: never; error: Failure; response: Answer };
