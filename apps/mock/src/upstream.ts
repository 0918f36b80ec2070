import type { IncomingHttpHeaders } from 'node:http';
import { leaks, maskSecrets, operationTable, resolveOperation, secretsOf } from '@vehicle-lookup/contract';
import type { ExchangeToRecord } from '@vehicle-lookup/contract/recording';
import { type ExchangeViolation, type JudgedExchange, judgeExchange } from '@vehicle-lookup/contract-tests/judge';
import { basisText } from '@vehicle-lookup/openapi/selectors';
import {
  headerCredentials,
  headerSecrets,
  LONGEST_BODY_MIB,
  type ResponseHeaders,
  readBody,
} from '@vehicle-lookup/toolkit/http';
import { type LoggedResponse, loggedError } from './logged-response.ts';

/** The proxy's timeout, which is shorter than the 30 s timeout of typical clients (field notes). */
const TIMEOUT_MS = 28_000;
/** The maximum length of the violations header. Some servers and clients reject longer headers. */
const LONGEST_HEADER = 4_000;
/** Headers for one connection (RFC 9110, section 7.6.1), and credentials for the first proxy (section 11.7). */
const HOP_BY_HOP = /^(connection|keep-alive|proxy-(auth.*|connection)|te|trailer|transfer-encoding|upgrade)$/;
/** Headers that fetch sets by itself, that describe the body before fetch decoded it, or that the proxy does not support. */
const CHANGED_BY_FETCH = /^(accept-encoding|content-(encoding|length)|expect|host|prefer)$/;

/** Headers in which a service may accept credentials. The document declares only credentials in the query. */
const CREDENTIAL_HEADERS = ['authorization', 'x-api-key'];

/** A forwarded request without its response. */
interface ForwardedExchange extends Omit<JudgedExchange, 'status' | 'headers' | 'body'> {
  secrets: string[];
}

/** Forwards a request. The response header `x-contract-violations` lists the violations of the selected operation. */
export type Forward = (method: string, query: string, headers: IncomingHttpHeaders) => Promise<LoggedResponse>;

/**
 * Creates the validation proxy. Prism also has a proxy, but its messages about a broken upstream contain the whole URL, including
 * the key. This proxy uses the checks from the contract suite, which mask the key in messages.
 * @param record receives each request and its response, including the credentials
 */
export function createForward(upstream: URL, record: (exchange: ExchangeToRecord) => void = () => {}): Forward {
  const base = upstream.href.replace(/\/$/, '');
  return async (method, query, received) => {
    const headers = Object.fromEntries(endToEnd(Object.entries(received)));
    const exchange: ForwardedExchange = {
      method,
      query,
      hasOtherCredentials: CREDENTIAL_HEADERS.some((name) => headers[name] !== undefined),
      address: `${base}${operationTable.path}`,
      secrets: [...secretsOf(query), ...headerSecrets(received)],
    };
    const url = `${exchange.address}?${query}`;
    const started = Date.now();
    try {
      const response = await fetch(url, {
        method,
        headers: { ...headers, 'accept-encoding': 'identity' },
        redirect: 'manual', // a redirect may contain the key in Location
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body = await readBody(response);
      if (body === undefined) return loggedError(502, tooLong(upstream.origin), 'upstream response too long');
      const { status } = response;
      const milliseconds = Date.now() - started;
      record({
        method,
        url: url + added(query, headers),
        status,
        headers: response.headers,
        body: new TextDecoder().decode(body),
        started,
        milliseconds,
      });
      return judged(response, body, exchange);
    } catch (error) {
      return unreachable(error, upstream.origin);
    }
  };
}

/** Returns credentials from headers as query parameters, because a recording does not contain request headers. */
function added(query: string, headers: IncomingHttpHeaders): string {
  const pairs = headerCredentials(operationTable, [...new URLSearchParams(query)], headers);
  return pairs.length > 0 ? `&${new URLSearchParams(pairs)}` : '';
}

/** Returns the headers to forward. `Connection` lists further headers for a single connection. */
function endToEnd(headers: Iterable<readonly [name: string, value: unknown]>): [name: string, value: string][] {
  const all = [...headers].map(([name, value]): [string, string] => [name, String(value)]);
  const [, connection = ''] = all.find(([name]) => name === 'connection') ?? [];
  const named = connection.toLowerCase().split(/[\s,]+/);
  return all.filter(([name]) => !HOP_BY_HOP.test(name) && !CHANGED_BY_FETCH.test(name) && !named.includes(name));
}

/** Returns the service's response without secrets and with its violations in a header. */
function judged(response: Response, body: Uint8Array, exchange: ForwardedExchange): LoggedResponse {
  const { method, query, secrets } = exchange;
  const { status } = response;
  const found = judgeExchange({ ...exchange, status, headers: [...response.headers], body }).map(violationText);
  const violations: ResponseHeaders = found.length > 0 ? { 'x-contract-violations': asHeader(found) } : {};
  const resolution = resolveOperation(query);
  const name = resolution.ok ? resolution.operation : (resolution.error.operation ?? '-');
  const note = [name, ...found].join('\n  ');
  const text = maskSecrets(new TextDecoder().decode(body), secrets);
  if (leaks(text, secrets)) {
    const why =
      'The upstream response repeats the key in an encoding that cannot be masked. The body is therefore omitted.';
    return { ...loggedError(502, why, note), headers: violations };
  }
  // The proxy decides which web pages may read a response.
  const own = endToEnd(response.headers).filter(([name]) => !/^(access-control-.*|vary)$/.test(name));
  const headers = own.map((header) => header.map((part) => masked(part, secrets)));
  const all = { ...Object.fromEntries(headers), ...violations };
  return { status, headers: all, body: hasNoBody(status, method) ? undefined : text, note };
}

/** Returns a header name or value without secrets. */
function masked(text: string, secrets: string[]): string {
  const kept = maskSecrets(text, secrets);
  return leaks(kept, secrets) ? '***' : kept;
}

/**
 * Returns whether a response must not have a body. Clients would interpret the length of an empty body as the length of the GET
 * response.
 */
const hasNoBody = (status: number, method: string): boolean => method === 'HEAD' || status === 204 || status === 304;

/** Formats a violation on one line, which ends with the violated clause or assumption: `[vehicle.year]`, `[assumption fields-present]`. */
const violationText = ({ code, place, expected, got, ...basis }: ExchangeViolation): string =>
  `${code}${place === undefined ? '' : ` ${place}`}: expected ${expected}, got ${got}${basisText(basis)}`;

/** Returns violations as a header value. Non-ASCII characters are escaped as in JSON. */
function asHeader(found: string[]): string {
  for (let count = found.length; count > 0; count--) {
    const rest = count < found.length ? [`and ${found.length - count} more`] : [];
    const text = JSON.stringify([...found.slice(0, count), ...rest]).replace(
      /[^\x20-\x7e]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    if (text.length <= LONGEST_HEADER) return text;
  }
  return JSON.stringify([`${found.length} violations`]);
}

const tooLong = (origin: string): string =>
  `The response from the upstream ${origin} is longer than ${LONGEST_BODY_MIB} MiB when decompressed. Check that --upstream is the base URL of the service.`;

/** Returns a gateway error. Messages from `fetch` may contain the URL, so only the error code from the cause is included. */
function unreachable(error: unknown, origin: string): LoggedResponse {
  if (error instanceof Error && error.name === 'TimeoutError') {
    const text = `The upstream ${origin} did not send a complete response within ${TIMEOUT_MS / 1000} s. Check whether the upstream is overloaded.`;
    return loggedError(504, text, 'upstream timed out');
  }
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  const reason = typeof code === 'string' && /^[A-Z_0-9]+$/.test(code) ? ` (${code})` : '';
  const text = `The upstream ${origin} did not respond${reason}. Check that it is running and that --upstream is its base URL.`;
  return loggedError(502, text, `upstream unreachable${reason}`);
}
