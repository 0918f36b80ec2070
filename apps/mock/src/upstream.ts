import type { IncomingHttpHeaders } from 'node:http';
import { maskSecrets, maskSecretsInJson, operationTable, resolveOperation, secretsOf } from '@vehicle-lookup/contract';
import type { ExchangeToRecord } from '@vehicle-lookup/contract/recording';
import { type ExchangeViolation, type JudgedExchange, judgeExchange } from '@vehicle-lookup/contract-tests/judge';
import { basisText } from '@vehicle-lookup/openapi/selectors';
import { headerCredentials, headerSecrets } from '@vehicle-lookup/toolkit/http';
import { type LoggedResponse, loggedError } from './logged-response.ts';

/** Clients of such interfaces wait 30 s (field notes); the proxy gives up a little earlier. */
const TIMEOUT_MS = 28_000;
/** A longer header breaks servers and clients on its way. */
const LONGEST_HEADER = 4_000;
const HOP_BY_HOP = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade'];
/** What fetch sets by itself, or what would make the response unreadable here. */
const NOT_FORWARDED = [...HOP_BY_HOP, 'accept-encoding', 'expect', 'host', 'prefer'];

/** Headers in which services take credentials that the document has in the query. */
const CREDENTIAL_HEADERS = ['authorization', 'x-api-key'];

/** A request that was passed on. */
interface ForwardedExchange extends Omit<JudgedExchange, 'status' | 'headers' | 'body'> {
  secrets: string[];
}

/** Passes a request on; the header `x-contract-violations` of the response says where it breaks the selected operation. */
export type Forward = (method: string, query: string, headers: IncomingHttpHeaders) => Promise<LoggedResponse>;

/**
 * The validation proxy. Prism has one, too, but its messages about a broken upstream hold the whole address, and with it the
 * key. The contract suite judges here, and masks the key in its messages.
 * @param record receives each request and its response, with the credentials
 */
export function createForward(upstream: URL, record: (exchange: ExchangeToRecord) => void = () => {}): Forward {
  const base = upstream.href.replace(/\/$/, '');
  return async (method, query, headers) => {
    const exchange: ForwardedExchange = {
      method,
      query,
      hasOtherCredentials: CREDENTIAL_HEADERS.some((name) => headers[name] !== undefined),
      address: `${base}${operationTable.path}`,
      secrets: [...secretsOf(query), ...headerSecrets(headers)],
    };
    const url = `${exchange.address}?${query}`;
    const started = Date.now();
    try {
      const response = await fetch(url, {
        method,
        headers: forwarded(headers),
        redirect: 'manual', // a redirect would repeat the key in Location
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body = new Uint8Array(await response.arrayBuffer());
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

function forwarded(headers: IncomingHttpHeaders): Headers {
  const kept = new Headers({ 'accept-encoding': 'identity' });
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !NOT_FORWARDED.includes(name)) kept.set(name, [value].flat().join(', '));
  }
  return kept;
}

/** The service's response without secrets, and with the violations in a header. */
function judged(response: Response, body: Uint8Array, exchange: ForwardedExchange): LoggedResponse {
  const { method, query, secrets } = exchange;
  const { status } = response;
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) {
    if (!HOP_BY_HOP.includes(name)) headers[name] = maskSecrets(value, secrets);
  }
  const found = judgeExchange({ ...exchange, status, headers: [...response.headers], body }).map(violationText);
  if (found.length > 0) headers['x-contract-violations'] = asHeader(found);
  const resolution = resolveOperation(query);
  const name = resolution.ok ? resolution.operation : (resolution.error.operation ?? '-');
  const note = [name, ...found].join('\n  ');
  const text = maskedBody(new TextDecoder().decode(body), secrets);
  return { status, headers, body: hasNoBody(status, method) ? undefined : text, note };
}

/** Where no body may follow, the length of an empty one would be taken for that of GET. */
const hasNoBody = (status: number, method: string): boolean => method === 'HEAD' || status === 204 || status === 304;

/** In JSON a text may be escaped in many ways: if a parsed text holds a secret, the body is written again. */
function maskedBody(text: string, secrets: string[]): string {
  const masked = maskSecrets(text, secrets);
  const value = parsed(masked)?.value;
  const clean = JSON.stringify(maskSecretsInJson(value, secrets));
  return clean === JSON.stringify(value) ? masked : clean;
}

/** A violation in one line; it ends with the clause that it breaks, or with the assumption: `[vehicle.year]`, `[assumption fields-present]`. */
const violationText = ({ code, place, expected, got, ...basis }: ExchangeViolation): string =>
  `${code}${place === undefined ? '' : ` ${place}`}: expected ${expected}, got ${got}${basisText(basis)}`;

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined; // the parser's message quotes the text
  }
}

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

/** The messages of fetch may hold the address; the code of the cause says enough. */
function unreachable(error: unknown, origin: string): LoggedResponse {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return loggedError(
      504,
      `The upstream ${origin} did not answer within ${TIMEOUT_MS / 1000} s.`,
      'upstream timed out',
    );
  }
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  const reason = typeof code === 'string' && /^[A-Z_0-9]+$/.test(code) ? ` (${code})` : '';
  const text = `The upstream ${origin} did not answer${reason}. Is it running, and is --upstream its base URL?`;
  return loggedError(502, text, `upstream unreachable${reason}`);
}
