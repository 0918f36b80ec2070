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

/** Clients of such interfaces wait 30 s (field notes); the proxy gives up a little earlier. */
const TIMEOUT_MS = 28_000;
/** A longer header breaks servers and clients on its way. */
const LONGEST_HEADER = 4_000;
/** Headers for one connection (RFC 9110, section 7.6.1), and credentials for the first proxy (section 11.7). */
const HOP_BY_HOP = /^(connection|keep-alive|proxy-(auth.*|connection)|te|trailer|transfer-encoding|upgrade)$/;
/** Headers that fetch sets by itself, that describe the body before fetch decoded it, or that the proxy does not support. */
const CHANGED_BY_FETCH = /^(accept-encoding|content-(encoding|length)|expect|host|prefer)$/;

/** Headers in which services take credentials that the document has in the query. */
const CREDENTIAL_HEADERS = ['authorization', 'x-api-key'];

/** A request that was passed on. */
interface ForwardedExchange extends Omit<JudgedExchange, 'status' | 'headers' | 'body'> {
  secrets: string[];
}

/** Passes a request on; the header `x-contract-violations` of the response says where it breaks the selected operation. */
export type Forward = (method: string, query: string, headers: IncomingHttpHeaders) => Promise<LoggedResponse>;

/**
 * The validation proxy. Prism also has one, but its messages about a broken upstream contain the whole URL, and with it the
 * key. The contract suite judges here, and masks the key in its messages.
 * @param record receives each request and its response, with the credentials
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
        redirect: 'manual', // a redirect would repeat the key in Location
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body = await readBody(response);
      if (body === undefined) return loggedError(502, tooLong(upstream.origin), 'upstream sent too much');
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

/** Credentials in headers, as the query would have them: a recording has no headers of requests. */
function added(query: string, headers: IncomingHttpHeaders): string {
  const pairs = headerCredentials(operationTable, [...new URLSearchParams(query)], headers);
  return pairs.length > 0 ? `&${new URLSearchParams(pairs)}` : '';
}

/** The headers to pass on. `Connection` names others that are meant for one connection only. */
function endToEnd(headers: Iterable<readonly [name: string, value: unknown]>): [name: string, value: string][] {
  const all = [...headers].map(([name, value]): [string, string] => [name, String(value)]);
  const [, connection = ''] = all.find(([name]) => name === 'connection') ?? [];
  const named = connection.toLowerCase().split(/[\s,]+/);
  return all.filter(([name]) => !HOP_BY_HOP.test(name) && !CHANGED_BY_FETCH.test(name) && !named.includes(name));
}

/** The service's response without secrets, and with the violations in a header. */
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
    const why = 'The response of the upstream repeats the key in an encoding that cannot be masked; it is left out.';
    return { ...loggedError(502, why, note), headers: violations };
  }
  // Which pages may read a response is decided by the proxy.
  const own = endToEnd(response.headers).filter(([name]) => !/^(access-control-.*|vary)$/.test(name));
  const headers = own.map((header) => header.map((part) => masked(part, secrets)));
  const all = { ...Object.fromEntries(headers), ...violations };
  return { status, headers: all, body: hasNoBody(status, method) ? undefined : text, note };
}

/** The name or the value of a header, without secrets. */
function masked(text: string, secrets: string[]): string {
  const kept = maskSecrets(text, secrets);
  return leaks(kept, secrets) ? '***' : kept;
}

/** Where no body may follow, the length of an empty one would be taken for that of GET. */
const hasNoBody = (status: number, method: string): boolean => method === 'HEAD' || status === 204 || status === 304;

/** A violation in one line; it ends with the clause that it breaks, or with the assumption: `[vehicle.year]`, `[assumption fields-present]`. */
const violationText = ({ code, place, expected, got, ...basis }: ExchangeViolation): string =>
  `${code}${place === undefined ? '' : ` ${place}`}: expected ${expected}, got ${got}${basisText(basis)}`;

/** Header values are Latin-1: everything else is escaped as in JSON. */
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
  `The response of the upstream ${origin} is longer than ${LONGEST_BODY_MIB} MiB, decompressed. Check that --upstream is the base URL of the service.`;

/** The messages of fetch may hold the address; the code of the cause says enough. */
function unreachable(error: unknown, origin: string): LoggedResponse {
  if (error instanceof Error && error.name === 'TimeoutError') {
    const text = `The upstream ${origin} did not send a complete response within ${TIMEOUT_MS / 1000} s. Check whether the service is overloaded.`;
    return loggedError(504, text, 'upstream timed out');
  }
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  const reason = typeof code === 'string' && /^[A-Z_0-9]+$/.test(code) ? ` (${code})` : '';
  const text = `The upstream ${origin} did not answer${reason}. Is it running, and is --upstream its base URL?`;
  return loggedError(502, text, `upstream unreachable${reason}`);
}
