import type { MaskedRequest, NoResponse, SendResult } from './response.ts';

export interface Transport {
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  /** Aborts the current request. */
  signal?: AbortSignal | undefined;
}

/** The maximum body length. A longer body is treated as endless. */
const LONGEST_BODY = 8 * 1024 * 1024;

/** The error for a body that is too long, which shows that the service responds. */
export const TOO_LONG: string = `a body of more than ${LONGEST_BODY / 1024 / 1024} MiB`;

/**
 * Sends one request and reads the whole response. Redirects are not followed, because the key would be sent to another URL.
 * It never throws an error.
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
    // White space around a header value is not part of the value (RFC 9110, section 5.5). Not every parser removes it.
    const headers = [...response.headers].map(([name, value]): [string, string] => [name, value.trim()]);
    const head = { status: response.status, headers };
    const body = await wholeBody(response);
    if (typeof body !== 'string') return { ...head, body };
    // The rest of the body may still be in transit.
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

/** Returns whether an error has a code of a decompressor: `Z_DATA_ERROR`, `ERR__ERROR_FORMAT_PADDING_1`. */
function isDecodingError(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return /^(Z_|ERR__ERROR_|ZSTD_)/.test(String(cause?.code ?? code));
}

const UNTRUSTED = 'its certificate is not trusted; specify its certificate authority in NODE_EXTRA_CA_CERTS';
const CLOSED = 'it was closed before the response was complete';

/** Texts for network error codes. The first match is used. */
const TEXTS: readonly (readonly [code: RegExp, text: string])[] = [
  [/^ECONNREFUSED$/, 'no process listens on this port'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its host name cannot be resolved'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'it cannot be reached'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, CLOSED],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'its headers are too long'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host name'],
  [/SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/, UNTRUSTED],
  [/^(EPROTO|ERR_SSL_.*)$/, 'the TLS handshake failed'],
];

/** Texts for causes without a code, by the HTTP client's message. */
const CAUSES: Readonly<Record<string, string>> = {
  // Ports of other services, such as 25, are blocked before a connection (Fetch, "port blocking").
  'bad port': 'web requests to this port are blocked',
  'bad response': 'status 100, which was not requested',
  'bad upgrade': 'status 101, which was not requested',
};

/**
 * Returns the reason why there is no complete response. It contains only the error code, because network error messages may
 * contain the URL, which contains the key.
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

/** The result for a body whose length differs from Content-Length, which may occur twice. */
export const WRONG_LENGTH: NoResponse = {
  error: 'a body whose length differs from Content-Length',
  fault: 'wrong-length',
};

/** Returns whether the framing of the response is invalid (RFC 9112). */
const isMalformed = (cause: Cause | undefined): boolean => cause?.name === 'HTTPParserError';

/** Returns the invalid part of a response in the parser's fixed wording, which does not contain received data. */
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
