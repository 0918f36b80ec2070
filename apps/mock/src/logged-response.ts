import { operationTable } from '@vehicle-lookup/contract';
import { errorReply, type Reply, type ReplyHeaders } from '@vehicle-lookup/toolkit/http';

/** A reply, and what the log says of it. */
export interface LoggedReply extends Reply {
  /** Which operation replied, or why none did. It never contains a part of the query. */
  note: string;
  /** Milliseconds to wait before it is sent. */
  delay?: number;
  /** True: the connection is cut instead. */
  isCut?: boolean;
}

/** An error in the document's shape. */
export const loggedError = (status: number, text: string, note: string): LoggedReply => ({
  ...errorReply(operationTable, status, text),
  note,
});

/** A body that was made from the document. */
export const loggedJson = (status: number, body: unknown, note: string, headers: ReplyHeaders): LoggedReply => ({
  status,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
  note,
});
