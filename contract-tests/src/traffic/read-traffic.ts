import { readFileSync } from 'node:fs';
import { RunError } from '../run-error.ts';

/** One request and its reply, as another program has recorded them. */
export interface TrafficExchange {
  method: string;
  /** With its query, which may hold credentials; never shown. */
  url: string;
  /** Milliseconds since the epoch. */
  started: number;
  milliseconds: number;
  status: number;
  headers: [name: string, value: string][];
  /** Undefined where the program kept none. */
  body: Uint8Array | undefined;
  /** Whether the program decoded the body: its encoding cannot be judged any more. */
  isDecoded: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a file of recorded traffic: HAR of any tool, or NDJSON with `{"request": {"method", "url"}, "response": {"status",
 * "headers", "body"}, "started"}` in each line.
 * @throws RunError when it is neither; its content is not repeated
 */
export function readTraffic(file: string): TrafficExchange[] {
  const text = read(file);
  const whole = parse(text);
  const entries = whole === undefined ? undefined : fieldsOf(fieldsOf(whole).log).entries;
  if (Array.isArray(entries)) return entries.map((entry, index) => ofHar(entry) ?? refuse(file, `entry ${index + 1}`));
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new RunError(`judge: ${file} is empty; expected HAR or NDJSON`);
  return lines.map((line, index) => ofLine(parse(line)) ?? refuse(file, `line ${index + 1}`));
}

function refuse(file: string, place: string): never {
  throw new RunError(
    `judge: ${file}, ${place}: not an exchange; expected a HAR, or lines with request (method, url) and response (status, headers, body)`,
  );
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw new RunError(`judge: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
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

/** An entry of HAR 1.2; undefined where it is not one. */
function ofHar(entry: unknown): TrafficExchange | undefined {
  const { request, response, startedDateTime, time } = fieldsOf(entry);
  const { content, ...head } = fieldsOf(response);
  const { text, encoding, mimeType, size } = fieldsOf(content);
  const exchange = createExchange({ request, head, started: startedDateTime, milliseconds: time });
  if (!exchange) return undefined;
  if (!exchange.headers.some(([name]) => name === 'content-type') && typeof mimeType === 'string' && mimeType !== '') {
    exchange.headers.push(['content-type', mimeType]);
  }
  const isKept = typeof text === 'string' || size === 0;
  return {
    ...exchange,
    body: isKept ? Buffer.from(String(text ?? ''), encoding === 'base64' ? 'base64' : 'utf8') : undefined,
    isDecoded: encoding !== 'base64',
  };
}

/** A line of NDJSON; a body that is not a text is taken as JSON. */
function ofLine(line: unknown): TrafficExchange | undefined {
  const { request, response, started, milliseconds } = fieldsOf(line);
  const { body, ...head } = fieldsOf(response);
  const exchange = createExchange({ request, head, started, milliseconds });
  if (!exchange) return undefined;
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  return { ...exchange, body: text === undefined ? undefined : Buffer.from(text), isDecoded: true };
}

interface Source {
  request: unknown;
  head: Fields;
  started: unknown;
  milliseconds: unknown;
}

function createExchange({
  request,
  head,
  started,
  milliseconds,
}: Source): Omit<TrafficExchange, 'body' | 'isDecoded'> | undefined {
  const { method, url } = fieldsOf(request);
  const { status, headers = [] } = head;
  const at = Date.parse(String(started));
  if (typeof method !== 'string' || typeof url !== 'string' || typeof status !== 'number') return undefined;
  return {
    method: method.toUpperCase(),
    url,
    started: Number.isNaN(at) ? 0 : at,
    milliseconds: typeof milliseconds === 'number' && milliseconds > 0 ? milliseconds : 0,
    status,
    headers: headerPairs(headers).map(([name, value]) => [name.toLowerCase(), value]),
  };
}

/** Headers as a list of name and value, a list of pairs, or an object. */
function headerPairs(headers: unknown): [string, string][] {
  if (!Array.isArray(headers)) return Object.entries(fieldsOf(headers)).map(([name, value]) => [name, String(value)]);
  return headers.map((header): [string, string] => {
    if (Array.isArray(header)) return [String(header[0]), String(header[1])];
    const { name, value } = fieldsOf(header);
    return [String(name), String(value)];
  });
}
