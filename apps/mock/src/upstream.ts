import type { IncomingHttpHeaders } from 'node:http';
import { maskSecrets, maskSecretsInJson, operationTable, resolveOperation, secretsOf } from '@vehicle-lookup/contract';
import type { ExchangeToRecord } from '@vehicle-lookup/contract/recording';
import { issueMessage, type ResponseIssue, validate, validateHeaders } from '@vehicle-lookup/contract/validators';
import { basisText } from '@vehicle-lookup/openapi/selectors';
import { headerCredentials } from '@vehicle-lookup/toolkit/http';
import { type LoggedResponse, loggedError } from './logged-response.ts';

/** Clients of such interfaces wait 30 s (field notes); the proxy gives up a little earlier. */
const TIMEOUT_MS = 28_000;
/** A longer header breaks servers and clients on its way. */
const LONGEST_HEADER = 4_000;
const HOP_BY_HOP = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding', 'upgrade'];
/** What fetch sets by itself, or what would make the response unreadable here. */
const NOT_FORWARDED = [...HOP_BY_HOP, 'accept-encoding', 'expect', 'host', 'prefer'];

/** Passes a request on; the header `x-contract-violations` of the response says where it breaks the selected operation. */
export type Forward = (method: string, query: string, headers: IncomingHttpHeaders) => Promise<LoggedResponse>;

/**
 * The validation proxy. Prism has one, too, but its messages about a broken upstream hold the whole address, and with it the
 * key. The messages here come from the document and the validators alone.
 * @param record receives each request and its response, with the credentials
 */
export function createForward(upstream: URL, record: (exchange: ExchangeToRecord) => void = () => {}): Forward {
  const base = upstream.href.replace(/\/$/, '');
  return async (method, query, headers) => {
    const secrets = secretsOf(query);
    const url = `${base}${operationTable.path}?${query}`;
    const started = Date.now();
    try {
      const response = await fetch(url, {
        method,
        headers: forwarded(headers),
        redirect: 'manual', // a redirect would repeat the key in Location
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body = await response.text();
      const { status } = response;
      const milliseconds = Date.now() - started;
      record({
        method,
        url: url + added(query, headers),
        status,
        headers: response.headers,
        body,
        started,
        milliseconds,
      });
      return judge(response, body, method, query, secrets);
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
function judge(response: Response, text: string, method: string, query: string, secrets: string[]): LoggedResponse {
  const mask = (value: string) => maskSecrets(value, secrets);
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) if (!HOP_BY_HOP.includes(name)) headers[name] = mask(value);
  const resolution = resolveOperation(query);
  const name = resolution.ok ? resolution.operation : (resolution.error.operation ?? '-');
  const found = violations(response.status, response.headers, method === 'HEAD' ? undefined : text, query).map(mask);
  const body = maskedBody(text, secrets);
  const received = [...response.headers].join();
  if (body !== text || mask(received) !== received) {
    found.push('the response repeats a secret of the request (masked here)');
  }
  if (found.length > 0) headers['x-contract-violations'] = asHeader(found);
  const note = [name, ...found].join('\n  ');
  return { status: response.status, headers, body: hasNoBody(response.status, method) ? undefined : body, note };
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

/** Wrong credentials come before every other problem (assumption precedence), and a service may fail at any time. */
const ALWAYS = [401, 500];

/**
 * Where a response breaks what the document says of the query. Each text ends with the clause that it breaks, or with the
 * assumption if the specification alone allows it: `[vehicle.year]`, `[assumption fields-present]`.
 */
function violations(status: number, headers: Headers, text: string | undefined, query: string): string[] {
  const resolution = resolveOperation(query);
  const [fallback = ''] = operationTable.operations.map(({ id }) => id);
  const notJson = basisText(operationTable.json ?? {});
  const found: string[] = [];
  const isWrongStatus = !resolution.ok && ![resolution.error.status, ...ALWAYS].includes(status);
  if (isWrongStatus) {
    const { kind, status: declared } = resolution.error;
    found.push(`the status: expected ${declared} (${kind}), got ${status}${basisText(resolution.error)}`);
  }
  const operation = resolution.ok ? resolution.operation : resolution.error.operation;
  found.push(...validateHeaders(operation ?? fallback, status, (name) => headers.get(name)).map(issueWithBasis));
  if (text === undefined) return found;
  const type = headers.get('content-type');
  if (type?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    found.push(`the content type: expected application/json, got ${type ? 'another' : 'none'}${notJson}`);
  }
  const body = parsed(text);
  if (body === undefined) {
    return [...found, `the body: expected JSON, got ${text === '' ? 'nothing' : 'other text'}${notJson}`];
  }
  // A query that selects no operation may get a success: nobody can tell of which operation it is.
  if (isWrongStatus && operation === undefined) return found;
  const verdict = validate(operation ?? fallback, status, body.value);
  return verdict.ok ? found : [...found, ...verdict.issues.map(issueWithBasis)];
}

const issueWithBasis = (issue: ResponseIssue): string => issueMessage(issue) + basisText(issue);

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
