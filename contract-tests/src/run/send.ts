import { networkError } from './network-error.ts';
import type { HttpRequest, SendResult } from './response.ts';

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
  { url, method, headers }: HttpRequest,
  { fetch, timeoutMs, signal }: Transport,
): Promise<SendResult> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new DOMException('too slow', 'TimeoutError')), timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([stop.signal, signal]) : stop.signal,
    });
    const head = { status: response.status, headers: [...response.headers] };
    const body = await wholeBody(response);
    if (body === 'too long') return { error: TOO_LONG };
    if (body === 'undecodable') return { ...head, body: new Uint8Array(), unread: body };
    return { ...head, body };
  } catch (error) {
    return networkError(error, timeoutMs);
  } finally {
    clearTimeout(timer);
    stop.abort();
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
