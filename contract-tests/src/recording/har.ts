import { STATUS_CODES } from 'node:http';
import type { Entry, Request, Response } from 'har-format';
import {
  type Answer,
  type Exchange,
  type Fault,
  headerOf,
  isFault,
  type Recorded,
  type Shown,
  type Timed,
} from '../exchange.ts';
import { formText } from '../request.ts';

/** What a judgement needs and HAR has no member for; names of one's own begin with an underscore (HAR 1.2). */
export interface RecordedResponse extends Response {
  /** Why no whole answer came; the status is then 0. */
  _error?: string;
  _malformed?: true;
  _echoed?: readonly string[];
  _unread?: Answer['unread'];
}

export interface RecordedEntry extends Entry {
  response: RecordedResponse;
  /** What was asked for; its query and credentials are those of `request`. */
  _request: { id: string; operation: string; status: string; why: string; account?: string };
}

// `fetch` speaks this one, and does not say so.
const httpVersion = 'HTTP/1.1';

/** One exchange as an entry of HAR 1.2. */
export function entryOf(exchange: Recorded): RecordedEntry {
  const { started, milliseconds, request, result } = exchange;
  const { id, operation, status, why, account } = request;
  return {
    startedDateTime: new Date(started).toISOString(),
    time: milliseconds,
    request: harRequest(exchange),
    response: isFault(result) ? faultResponse(result) : response(result),
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    _request: { id, operation, status, why, ...(account === undefined ? {} : { account }) },
  };
}

/** A request in HAR: no credential is in it. */
export function harRequest({ method, address, pairs, headers }: Shown): Request {
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

const NOTHING: Answer = { status: 0, headers: [], body: new Uint8Array() };

const faultResponse = ({ fault, isMalformed }: Fault): RecordedResponse => ({
  ...response(NOTHING),
  _error: fault,
  ...(isMalformed ? { _malformed: true } : {}),
});

function response(answer: Answer): RecordedResponse {
  const { status, headers, body, echoed, unread } = answer;
  return {
    status,
    // The service's own words may hold anything.
    statusText: STATUS_CODES[status] ?? '',
    httpVersion,
    cookies: [],
    headers: list(headers),
    content: { size: body.length, mimeType: headerOf(answer, 'content-type') ?? '', ...contentOf(body) },
    redirectURL: headerOf(answer, 'location') ?? '',
    headersSize: -1,
    bodySize: -1,
    ...(echoed === undefined ? {} : { _echoed: echoed }),
    ...(unread === undefined ? {} : { _unread: unread }),
  };
}

const list = (pairs: readonly (readonly [string, string])[]) => pairs.map(([name, value]) => ({ name, value }));

/** The bytes exactly: what is not UTF-8 in base64. */
function contentOf(body: Uint8Array): { text: string; encoding?: 'base64' } {
  const bytes = Buffer.from(body);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return Buffer.from(text).equals(bytes) ? { text } : { text: bytes.toString('base64'), encoding: 'base64' };
}

/** The answer that an entry holds. */
export function timedOf({ startedDateTime, time, response: recorded }: RecordedEntry): Timed {
  return { started: Date.parse(startedDateTime), milliseconds: time, result: resultOf(recorded) };
}

function resultOf({ status, headers, content, _error, _malformed, _echoed, _unread }: RecordedResponse): Exchange {
  if (_error !== undefined) return { fault: _error, ...(_malformed ? { isMalformed: true } : {}) };
  return {
    status,
    headers: headers.map(({ name, value }) => [name, value]),
    body: Buffer.from(content.text ?? '', content.encoding === 'base64' ? 'base64' : 'utf8'),
    ...(_echoed === undefined ? {} : { echoed: _echoed }),
    ...(_unread === undefined ? {} : { unread: _unread }),
  };
}
