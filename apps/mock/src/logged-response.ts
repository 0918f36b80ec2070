import { operationTable } from '@vehicle-lookup/contract';
import { errorResponse, type HttpResponse, type ResponseHeaders } from '@vehicle-lookup/toolkit/http';

/** A response, and what the log says of it. */
export interface LoggedResponse extends HttpResponse {
  /** Which operation responded, or why none did. It never contains a part of the query. */
  note: string;
  /** Milliseconds to wait before it is sent. */
  delay?: number;
  /** True: the connection is cut instead. */
  isCut?: boolean;
}

/** An error in the document's shape. */
export const loggedError = (status: number, text: string, note: string): LoggedResponse => ({
  ...errorResponse(operationTable, status, text),
  note,
});

/** A body that was made from the document. */
export const loggedJson = (status: number, body: unknown, note: string, headers: ResponseHeaders): LoggedResponse => ({
  status,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
  note,
});
