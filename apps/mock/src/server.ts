import type { IncomingMessage } from 'node:http';
import {
  allowedMethods,
  closeServer,
  createFrontServer,
  listen,
  PRIVATE_HEADERS,
  type ReplyHeaders,
  route,
  sendReply,
} from '@vehicle-lookup/http-front';
import { operationTable } from '@vehicle-lookup/operations';
import { readDocument } from './document.ts';
import { type LoggedReply, loggedError } from './logged-reply.ts';
import { createMock } from './mock.ts';
import { createForward } from './upstream.ts';

export interface MockOptions {
  /** Default: 0, a free one. */
  port?: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** Makes bodies from the schemas instead of sending the documented examples. */
  dynamic?: boolean;
  /** Passes requests on to this service and judges its replies. */
  upstream?: URL;
  /** Receives a line for each request: method, status and operation, never the query. */
  log?: (line: string) => void;
}

export interface Mock {
  /** Its base address, without a slash at the end. */
  address: string;
  close(): Promise<void>;
}

/** For every reply; browser pages of any origin may use a mock. */
const HEADERS: ReplyHeaders = {
  ...PRIVATE_HEADERS,
  'access-control-allow-origin': '*',
  'access-control-allow-methods': allowedMethods(operationTable).join(', '),
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
};

/**
 * Starts the mock of the document, or with `upstream` a validation proxy in front of a service.
 * @throws when the port is taken or the document is missing
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, host = '127.0.0.1', dynamic = false, upstream, log } = options;
  const respond = upstream ? proxy(upstream) : await mock(dynamic);
  const server = createFrontServer(
    operationTable,
    () => HEADERS,
    async (request, response) => {
      const reply = await respond(request).catch(() =>
        loggedError(500, 'The mock failed to answer. Please report it with the request, without your key.', 'failed'),
      );
      await sendReply(response, reply, HEADERS);
      log?.(`${request.method} ${reply.status} ${reply.note}`);
    },
  );
  const address = await listen(server, { host, port });
  return { address, close: () => closeServer(server) };
}

type Respond = (request: IncomingMessage) => Promise<LoggedReply>;

async function mock(dynamic: boolean): Promise<Respond> {
  const replyTo = await createMock(readDocument(), dynamic);
  return async (request) => {
    const { query, reply } = route(operationTable, request);
    return reply ? { ...reply, note: '-' } : replyTo(query, request.headers.prefer);
  };
}

/** The length of an address is for the service to judge. */
function proxy(upstream: URL): Respond {
  const forward = createForward(upstream);
  return async (request) => {
    const { query, reply } = route(operationTable, request, Number.POSITIVE_INFINITY);
    return reply ? { ...reply, note: '-' } : forward(request.method ?? '', query, request.headers);
  };
}
