import type { NoResponse } from './response.ts';

const UNTRUSTED = 'its certificate is not trusted; name its authority in NODE_EXTRA_CA_CERTS';
const CLOSED = 'it was closed before the response was whole';

/** The network's codes in words; the first that fits. */
const TEXTS: readonly (readonly [code: RegExp, text: string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens there'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its name cannot be looked up'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'it cannot be reached'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, CLOSED],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'its headers have no end'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another name'],
  [/SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/, UNTRUSTED],
  [/^(EPROTO|ERR_SSL_.*)$/, 'it does not speak TLS as expected'],
];

/** Causes without a code, by the HTTP client's message. */
const CAUSES: Readonly<Record<string, string>> = {
  // Addresses of other services, such as port 25, are rejected before a connection (Fetch, "port blocking").
  'bad port': 'web requests to this port are blocked',
  'bad response': 'status 100, which no request asked for',
  'bad upgrade': 'status 101, which no request asked for',
};

/**
 * Why no whole response came. Only the error's code is repeated: messages of network errors may hold the address, and the
 * address holds the key.
 */
export function networkError(error: unknown, timeoutMs: number): NoResponse {
  const { name, cause } = error as Error & { cause?: Cause };
  if (name === 'TimeoutError') return { error: `no whole response within ${timeoutMs / 1000} s` };
  if (cause?.code === WRONG_LENGTH)
    return { error: 'a body of another length than Content-Length says', isMalformed: true, isWrongLength: true };
  if (isMalformed(cause)) return { error: `bytes that are no HTTP response${partOf(cause)}`, isMalformed: true };
  const isBroken = TEXTS.some(([code, text]) => text === CLOSED && code.test(String(cause?.code)));
  return { error: connectionError(cause), ...(isBroken ? { isBroken } : {}) };
}

interface Cause {
  name?: unknown;
  code?: unknown;
  message?: unknown;
}

/** Of undici: the body is shorter or longer than Content-Length, of which there may be two. */
const WRONG_LENGTH = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

/** The framing of the response is broken (RFC 9112). */
const isMalformed = (cause: Cause | undefined): boolean => cause?.name === 'HTTPParserError';

/** What of the response is broken, in the parser's fixed words, which contain nothing that was received. */
function partOf(cause: Cause | undefined): string {
  const [, reason] =
    /^Response does not match the HTTP\/1\.1 protocol \(([\w/,' -]{1,80})\)$/.exec(String(cause?.message)) ?? [];
  return reason === undefined ? '' : ` (${reason})`;
}

function connectionError(cause: Cause | undefined): string {
  const known = typeof cause?.message === 'string' ? CAUSES[cause.message] : undefined;
  if (known !== undefined) return `the connection failed: ${known}`;
  const code = cause?.code;
  if (typeof code !== 'string' || !/^[A-Z_0-9]+$/.test(code)) return 'the connection failed';
  const text = TEXTS.find(([pattern]) => pattern.test(code))?.[1];
  return `the connection failed${text === undefined ? '' : `: ${text}`} (${code})`;
}
