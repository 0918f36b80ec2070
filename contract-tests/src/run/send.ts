import type { MaskedRequest, NoResponse, SendResult } from './response.ts';

export interface Transport {
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  /** Ends the request that is being made. */
  signal?: AbortSignal | undefined;
}

/** A longer body is taken to have no end. */
const LONGEST_BODY = 8 * 1024 * 1024;

/** The error of such a body: the service is there. */
export const TOO_LONG: string = `a body of more than ${LONGEST_BODY / 1024 / 1024} MiB`;

/**
 * Makes one request and reads the whole response. Redirects are not followed: the address would carry the key elsewhere.
 * @throws never
 */
export async function send(
  { address, method, headers: sent }: MaskedRequest,
  query: string,
  { fetch, timeoutMs, signal }: Transport,
): Promise<SendResult> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new DOMException('too slow', 'TimeoutError')), timeoutMs);
  try {
    const response = await fetch(query ? `${address}?${query}` : address, {
      method,
      headers: sent,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([stop.signal, signal]) : stop.signal,
    });
    // The white space around a value is not part of it (RFC 9110, section 5.5); not every parser removes it.
    const headers = [...response.headers].map(([name, value]): [string, string] => [name, value.trim()]);
    const head = { status: response.status, headers };
    const body = await wholeBody(response);
    if (typeof body !== 'string') return { ...head, body };
    // The rest of the body may still come.
    stop.abort();
    return body === 'too long' ? { error: TOO_LONG } : { ...head, body: new Uint8Array(), unread: body };
  } catch (error) {
    return networkError(error, timeoutMs);
  } finally {
    clearTimeout(timer);
  }
}

async function wholeBody({ body }: Response): Promise<Uint8Array | 'too long' | 'undecodable'> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length > LONGEST_BODY) return 'too long';
    }
  } catch (error) {
    if (isDecodingError(error)) return 'undecodable';
    throw error;
  }
  return Buffer.concat(chunks);
}

/** The decompressors' own codes: `Z_DATA_ERROR`, `ERR__ERROR_FORMAT_PADDING_1`. */
function isDecodingError(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return /^(Z_|ERR__ERROR_|ZSTD_)/.test(String(cause?.code ?? code));
}

const UNTRUSTED = 'its certificate is not trusted; name its authority in NODE_EXTRA_CA_CERTS';
const CLOSED = 'it was closed before the response was complete';

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
 * Why there is no complete response. Only the error's code is repeated: messages of network errors may hold the address, and the
 * address holds the key.
 */
function networkError(error: unknown, timeoutMs: number): NoResponse {
  const { name, cause } = error as Error & { cause?: Cause };
  if (name === 'TimeoutError') return { error: `no complete response within ${timeoutMs / 1000} s` };
  if (cause?.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return WRONG_LENGTH;
  if (isMalformed(cause)) return { error: `bytes that are not an HTTP response${partOf(cause)}`, fault: 'malformed' };
  const isBroken = TEXTS.some(([code, text]) => text === CLOSED && code.test(String(cause?.code)));
  return { error: connectionError(cause), ...(isBroken ? { fault: 'broken' as const } : {}) };
}

type Cause = Partial<Record<'name' | 'code' | 'message', unknown>>;

/** The body is shorter or longer than Content-Length, of which there may be two. */
export const WRONG_LENGTH: NoResponse = {
  error: 'a body whose length differs from Content-Length',
  fault: 'wrong-length',
};

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
