import { operationTable } from '@vehicle-lookup/contract';
import { errorResponse, type HttpResponse, type ResponseHeaders } from '@vehicle-lookup/toolkit/http';

/** A response and its log entry. */
export interface LoggedResponse extends HttpResponse {
  /** The operation that responded, or the reason why no operation responded. The note never contains any part of the query. */
  note: string;
  /** The delay before the response is sent, in milliseconds. */
  delay?: number;
  /** Whether the connection is closed without a response. */
  isCut?: boolean;
}

/** Returns an error response in the documented format. */
export const loggedError = (status: number, text: string, note: string): LoggedResponse => ({
  ...errorResponse(operationTable, status, text),
  note,
});

/** Returns a JSON response with a body that comes from the document. */
export const loggedJson = (status: number, body: unknown, note: string, headers: ResponseHeaders): LoggedResponse => ({
  status,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
  note,
});
