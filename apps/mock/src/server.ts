import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { operationTable } from '@vehicle-lookup/contract';
import type { ExchangeToRecord } from '@vehicle-lookup/contract/recording';
import {
  allowedMethods,
  closeServer,
  createFrontServer,
  listen,
  MOCK_SERVER,
  PRIVATE_HEADERS,
  type ResponseHeaders,
  readTarget,
  route,
  sendResponse,
} from '@vehicle-lookup/toolkit/http';
import { readDocument } from './document.ts';
import { type LoggedResponse, loggedError, loggedJson } from './logged-response.ts';
import { createMock, type MockBehaviour } from './mock.ts';
import { createForward } from './upstream.ts';

export interface MockOptions extends MockBehaviour {
  /** Default: 0, a free one. */
  port?: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** Passes requests on to this service and judges its responses. */
  upstream?: URL;
  /** Receives what is passed on and the responses, with the credentials. */
  record?: (exchange: ExchangeToRecord) => void;
  /** Receives a line for each request: method, status and operation, never the query. */
  log?: (line: string) => void;
}

export interface Mock {
  /** Its base URL, without a slash at the end. */
  address: string;
  close(): Promise<void>;
}

/** For every response; browser pages of any origin may use a mock. */
const HEADERS: ResponseHeaders = {
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
  const { port = 0, host = '127.0.0.1', upstream, record, log, ...behaviour } = options;
  const respond = upstream ? proxy(upstream, record) : await mock(behaviour);
  const headers = upstream ? HEADERS : { ...HEADERS, server: MOCK_SERVER };
  const server = createFrontServer(
    operationTable,
    () => headers,
    async (request, outgoing) => {
      const response = await respond(request).catch(() =>
        loggedError(500, 'The mock failed to answer. Please report it with the request, without your key.', 'failed'),
      );
      // A client that has gone does not keep the process open.
      if (response.delay) await setTimeout(response.delay, undefined, { ref: false });
      if (response.isCut) outgoing.destroy();
      else await sendResponse(outgoing, response, headers);
      log?.(`${request.method} ${response.isCut ? 'cut' : response.status} ${response.note}`);
    },
  );
  const address = await listen(server, { host, port });
  return { address, close: () => closeServer(server) };
}

type Respond = (request: IncomingMessage) => Promise<LoggedResponse>;

async function mock(behaviour: MockBehaviour): Promise<Respond> {
  const document = readDocument();
  const responseTo = await createMock(document, behaviour);
  return async (request) => {
    if (readTarget(request.url ?? '').path === DOCUMENT_PATH && ['GET', 'HEAD'].includes(request.method ?? ''))
      return loggedJson(200, document, 'document', {});
    const { query, response } = route(operationTable, request);
    return response ? { ...response, note: '-' } : responseTo({ query, headers: request.headers });
  };
}

/** Where the mock has its document, as the reference service has. */
const DOCUMENT_PATH = '/openapi.json';

/** The length of an address is for the service to judge. */
function proxy(upstream: URL, record: MockOptions['record']): Respond {
  const forward = createForward(upstream, record);
  return async (request) => {
    const { query, response } = route(operationTable, request, Number.POSITIVE_INFINITY);
    return response ? { ...response, note: '-' } : forward(request.method ?? '', query, request.headers);
  };
}
