import { STATUS_CODES } from 'node:http';
import type { Entry, Request, Response } from 'har-format';
import { defined } from '../defined.ts';
import { formText, whyText } from '../plan/request.ts';
import {
  type ConnectionFault,
  type HttpExchange,
  headerOf,
  isResponse,
  type MaskedRequest,
  type NoResponse,
  type ReceivedResponse,
  type TimedResult,
} from '../run/response.ts';

/** A HAR response with the additional fields that judgements need. Custom names start with an underscore (HAR 1.2). */
export interface RecordedResponse extends Response {
  /** The reason why there is no complete response. The status is then 0. */
  _error?: string;
  _fault?: ConnectionFault;
  _echoed?: ReceivedResponse['echoed'];
  _unread?: ReceivedResponse['unread'];
}

export interface RecordedEntry extends Entry {
  response: RecordedResponse;
  /** The planned request. Its query and credentials are in `request`. */
  _request: { id: string; operation: string; status: string; why: string; account?: string };
}

// `fetch` uses this version and does not report the actual version.
const httpVersion = 'HTTP/1.1';

/** Converts an exchange to a HAR 1.2 entry. */
export function createHarEntry(exchange: HttpExchange): RecordedEntry {
  const { started, milliseconds, request, result } = exchange;
  const { id, operation, status, account } = request;
  const why = whyText(request);
  return {
    startedDateTime: new Date(started).toISOString(),
    time: milliseconds,
    request: harRequest(exchange),
    response: isResponse(result) ? response(result) : noResponse(result),
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    _request: defined({ id, operation, status, why, account }),
  };
}

/** Converts a request to HAR, without credentials. */
export function harRequest({ method, address, pairs, headers }: MaskedRequest): Request {
  const query = formText(pairs);
  return {
    method,
    url: query ? `${address}?${query}` : address,
    httpVersion,
    cookies: [],
    headers: list(Object.entries(headers)),
    queryString: list(pairs),
    headersSize: -1,
    bodySize: 0,
  };
}

const noResponse = ({ error, fault }: NoResponse): RecordedResponse => ({
  ...response({ status: 0, headers: [], body: new Uint8Array() }),
  _error: error,
  ...defined({ _fault: fault }),
});

function response(response: ReceivedResponse): RecordedResponse {
  const { status, headers, body, echoed, unread } = response;
  return {
    status,
    // The service's own status text may contain any string.
    statusText: STATUS_CODES[status] ?? '',
    httpVersion,
    cookies: [],
    headers: list(headers),
    content: { size: body.length, mimeType: headerOf(response, 'content-type') ?? '', ...contentOf(body) },
    redirectURL: headerOf(response, 'location') ?? '',
    headersSize: -1,
    bodySize: -1,
    ...defined({ _echoed: echoed, _unread: unread }),
  };
}

const list = (pairs: readonly (readonly [string, string])[]) => pairs.map(([name, value]) => ({ name, value }));

/** Returns the exact bytes as text, or in base64 if they are not UTF-8. */
function contentOf(body: Uint8Array): { text: string; encoding?: 'base64' } {
  const bytes = Buffer.from(body);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return Buffer.from(text).equals(bytes) ? { text } : { text: bytes.toString('base64'), encoding: 'base64' };
}

/** Returns the result stored in an entry. */
export function timedResultOf({ startedDateTime, time, response }: RecordedEntry): TimedResult {
  const { status, headers, content, _error: error, _fault: fault, _echoed: echoed, _unread: unread } = response;
  const whole: ReceivedResponse = {
    status,
    headers: headers.map(({ name, value }) => [name, value]),
    body: Buffer.from(content.text ?? '', content.encoding === 'base64' ? 'base64' : 'utf8'),
    ...defined({ echoed, unread }),
  };
  return {
    started: Date.parse(startedDateTime),
    milliseconds: time,
    result: error === undefined ? whole : { error, ...defined({ fault }) },
  };
}
