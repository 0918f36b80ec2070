import { readFileSync } from 'node:fs';

/** Reports that a file of recorded traffic cannot be used. The message contains the file name, but no content. */
export class TrafficError extends Error {
  override name = 'TrafficError';
}

/** A file of recorded traffic. */
export interface Traffic {
  exchanges: TrafficExchange[];
  /** Number of incomplete lines. The program that wrote the file was killed, or its disk was full. */
  cutLines: number;
}

/** One request and its response, as recorded by another program. */
export interface TrafficExchange {
  method: string;
  /** URL with the query, which may contain credentials; never shown. */
  url: string;
  /** Header names in lower case. Values are omitted, because a value may be a credential. */
  requestHeaders: string[];
  /** Milliseconds since the epoch; undefined if the recording does not contain the time. */
  started: number | undefined;
  milliseconds: number;
  /** The response status; 0 without a response. */
  status: number;
  /** The browser's error code for an unreadable response, without a prefix: `ERR_CONTENT_LENGTH_MISMATCH`. */
  failure: string | undefined;
  headers: [name: string, value: string][];
  /** The response body; undefined if the program did not store it. */
  body: Uint8Array | undefined;
  /** Whether the program decoded the body, so that its encoding can no longer be validated. */
  isDecoded: boolean;
  /** Whether the response came from the cache of the program. */
  isCached: boolean;
  /** The parts of the response in which the program masked a secret. */
  echoed: TrafficEcho[];
}

/** A part of a response: its body, or the header with this name. */
export type TrafficEcho = { header: string } | 'body';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a file of recorded traffic: HAR from any tool, or NDJSON with `{"request": {"method", "url"}, "response": {"status",
 * "headers", "body"}, "started"}` in each line.
 * @throws TrafficError for any other file; its content is not repeated
 */
export function readTraffic(file: string): Traffic {
  const text = read(file);
  const whole = parse(text);
  const entries = whole === undefined ? undefined : fieldsOf(fieldsOf(whole).log).entries;
  if (Array.isArray(entries)) {
    return {
      exchanges: entries.map((entry, index) => ofHar(entry) ?? reject(file, `entry ${index + 1}`)),
      cutLines: 0,
    };
  }
  if (whole === undefined && /^\s*\{\s*"log"/.test(text)) throw new TrafficError(`${file} is an incomplete HAR file`);
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.every((line) => line === '')) throw new TrafficError(`${file} is empty; expected HAR or NDJSON`);
  const exchanges = lines.flatMap((line, index) =>
    line === '' || isCut(line) ? [] : [ofLine(parse(line)) ?? reject(file, `line ${index + 1}`)],
  );
  return exchanges.length === 0 ? reject(file, 'line 1') : { exchanges, cutLines: lines.filter(isCut).length };
}

const isCut = (line: string): boolean => line.startsWith('{') && parse(line) === undefined;

function reject(file: string, place: string): never {
  throw new TrafficError(
    `${file}, ${place}: not an exchange; expected a HAR, or lines with request (method, url) and response (status, headers, body)`,
  );
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw new TrafficError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fieldsOf = (value: unknown): Fields => Object(value) as Fields;

/** Returns the exchange in a HAR 1.2 entry; undefined for any other value. */
function ofHar(entry: unknown): TrafficExchange | undefined {
  const { request, response, startedDateTime, time, _fromCache } = fieldsOf(entry);
  const { content, _echoed, _unread, _failureText, _error, ...head } = fieldsOf(response);
  const { text, encoding, mimeType, size } = fieldsOf(content);
  const exchange = createExchange({ request, head, started: startedDateTime, milliseconds: time });
  if (!exchange) return undefined;
  if (!exchange.headers.some(([name]) => name === 'content-type') && typeof mimeType === 'string' && mimeType !== '') {
    exchange.headers.push(['content-type', mimeType]);
  }
  const isKept = (typeof text === 'string' || size === 0) && _unread === undefined;
  return {
    ...exchange,
    failure: /\bERR_[A-Z_\d]+$/.exec(String(_failureText ?? _error))?.[0],
    body: isKept ? Buffer.from(String(text ?? ''), encoding === 'base64' ? 'base64' : 'utf8') : undefined,
    isDecoded: encoding !== 'base64',
    isCached: Boolean(_fromCache),
    echoed: echoPlaces(_echoed),
  };
}

/** Returns the exchange in an NDJSON line. A body that is not a string is treated as JSON. */
function ofLine(line: unknown): TrafficExchange | undefined {
  const { request, response, started, milliseconds } = fieldsOf(line);
  const { body, echoed, ...head } = fieldsOf(response);
  const exchange = createExchange({ request, head, started, milliseconds });
  if (!exchange) return undefined;
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  return {
    ...exchange,
    failure: undefined,
    body: text === undefined ? undefined : Buffer.from(text),
    isDecoded: true,
    isCached: false,
    echoed: echoPlaces(echoed),
  };
}

const echoPlaces = (places: unknown): TrafficEcho[] =>
  (Array.isArray(places) ? places : []).flatMap((place): TrafficEcho[] => {
    const { header, body } = fieldsOf(place);
    return typeof header === 'string' ? [{ header }] : place === 'body' || typeof body === 'string' ? ['body'] : [];
  });

function createExchange({
  request,
  head,
  started,
  milliseconds,
}: Record<'request' | 'started' | 'milliseconds', unknown> & { head: Fields }):
  | Omit<TrafficExchange, 'body' | 'failure' | 'isDecoded' | 'isCached' | 'echoed'>
  | undefined {
  const { method, url, headers: sent = [] } = fieldsOf(request);
  const { status, headers = [] } = head;
  const at = Date.parse(String(started));
  if (typeof method !== 'string' || typeof url !== 'string' || typeof status !== 'number') return undefined;
  return {
    method: method.toUpperCase(),
    url,
    requestHeaders: headerPairs(sent).map(([name]) => name.toLowerCase()),
    started: Number.isNaN(at) ? undefined : at,
    milliseconds: Number.isFinite(milliseconds) ? Math.max(Number(milliseconds), 0) : 0,
    status: Math.max(status, 0),
    headers: headerPairs(headers).map(([name, value]) => [name.toLowerCase(), value]),
  };
}

/** Returns header pairs from a list of objects with name and value, a list of pairs, or an object. */
function headerPairs(headers: unknown): [string, string][] {
  if (!Array.isArray(headers)) return Object.entries(fieldsOf(headers)).map(([name, value]) => [name, String(value)]);
  return headers.map((header): [string, string] => {
    if (Array.isArray(header)) return [String(header[0]), String(header[1])];
    const { name, value } = fieldsOf(header);
    return [String(name), String(value)];
  });
}
