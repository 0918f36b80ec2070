import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { operationTable } from '@vehicle-lookup/contract';
import type { ExchangeToRecord } from '@vehicle-lookup/contract/recording';
import {
  allowedMethods,
  closeServer,
  createFrontServer,
  hostName,
  isLoopback,
  isRebound,
  listen,
  MOCK_SERVER,
  PRIVATE_HEADERS,
  type ResponseHeaders,
  readTarget,
  route,
  sendResponse,
} from '@vehicle-lookup/toolkit/http';
import { type LoggedResponse, loggedError, loggedJson } from './logged-response.ts';
import type { MockBehaviour } from './mock.ts';

export interface MockOptions extends MockBehaviour {
  /** The port to listen on. Default: 0, any available port. */
  port?: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** The service to which requests are forwarded and whose responses are validated. */
  upstream?: URL;
  /** Receives forwarded requests and their responses, including the credentials. */
  record?: (exchange: ExchangeToRecord) => void;
  /** Receives a line with the method, status and operation for each request, but never the query. */
  log?: (line: string) => void;
}

export interface Mock {
  /** The base URL, without a trailing slash. */
  address: string;
  close(): Promise<void>;
}

/** Returns headers that allow web pages from one origin, or from any origin (`*`), to read the responses. */
const cors = (origin: string): ResponseHeaders => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': allowedMethods(operationTable).join(', '),
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
});

/** Web pages from any origin may use the mock. */
const MOCK_HEADERS: ResponseHeaders = { ...PRIVATE_HEADERS, ...cors('*'), server: MOCK_SERVER };

/** Other web pages may not be able to access the service, so only web pages from this machine may use the proxy. */
function proxyHeaders(headers: IncomingHttpHeaders = {}): ResponseHeaders {
  const { origin = '' } = headers;
  const name = URL.canParse(origin) ? new URL(origin).hostname : '';
  const isOwn = isLoopback(name) || (name !== '' && name === hostName(headers));
  return { ...PRIVATE_HEADERS, vary: 'origin', ...(isOwn && cors(origin)) };
}

/**
 * Starts the mock, or a validation proxy if `upstream` is set.
 * @throws if the port is in use or the document is missing
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, host = '127.0.0.1', upstream, record, log, ...behaviour } = options;
  const respond = await (upstream ? proxy(upstream, record) : mock(behaviour));
  const headersFor = upstream ? proxyHeaders : () => MOCK_HEADERS;
  const server = createFrontServer(
    operationTable,
    () => headersFor(),
    async (request, outgoing) => {
      const headers = headersFor(request.headers);
      const response = await respond(request).catch(() =>
        loggedError(
          500,
          'The mock failed to respond. Please report this error with the request, but without your key.',
          'failed',
        ),
      );
      // A delay does not keep the process running after the client has disconnected.
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
  const [{ readDocument }, { createMock }] = await Promise.all([import('./document.ts'), import('./mock.ts')]);
  const document = readDocument();
  const responseTo = await createMock(document, behaviour);
  return async (request) => {
    if (readTarget(request.url ?? '').path === DOCUMENT_PATH && ['GET', 'HEAD'].includes(request.method ?? ''))
      return loggedJson(200, document, 'document', {});
    const { query, response } = route(operationTable, request);
    return response ? { ...response, note: '-' } : responseTo({ query, headers: request.headers });
  };
}

/** The path of the document, as in the reference service. */
const DOCUMENT_PATH = '/openapi.json';

const FOREIGN_NAME =
  'The Host header names a different machine; a web page may send such a header to reach the upstream. Use the address that the mock prints, or localhost.';

/** Creates the validation proxy. The proxy does not limit the URL length, because the service may have its own limit. */
async function proxy(upstream: URL, record: MockOptions['record']): Promise<Respond> {
  const { createForward } = await import('./upstream.ts');
  const forward = createForward(upstream, record);
  return async (request) => {
    if (isRebound(request)) return loggedError(403, FOREIGN_NAME, 'foreign name in Host');
    const { query, response } = route(operationTable, request, Number.POSITIVE_INFINITY);
    return response ? { ...response, note: '-' } : forward(request.method ?? '', query, request.headers);
  };
}
