import { faultOf } from './fault.ts';
import type { Pair, Request } from './request.ts';

/** What came back, or why nothing did. */
export type Exchange = Answer | Fault;

/** An answer. It holds no secret: what repeated one was masked as soon as it came. */
export interface Answer {
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array;
  /** Where a secret was repeated. */
  echoed?: readonly string[];
  /**
   * Why `body` is empty though one came: it is not what `Content-Encoding` says, or it repeats a secret in a form that
   * cannot be masked.
   */
  unread?: 'undecodable' | 'withheld';
}

/** No whole answer: the network's or the service's silence, not an answer that breaks the contract. */
export interface Fault {
  fault: string;
  /** What came was not HTTP: that is the service's fault, where it spoke HTTP before. */
  isMalformed?: true;
}

export const isFault = (exchange: Exchange): exchange is Fault => 'fault' in exchange;

/** The value of a header, by its name in lower case. */
export const headerOf = ({ headers }: Answer, name: string): string | undefined =>
  headers.find(([other]) => other === name)?.[1];

/** A request for a recording. It holds no credential. */
export interface Shown {
  request: Request;
  method: string;
  /** Without query. */
  address: string;
  /** The query; the values of credentials are masked. */
  pairs: readonly Pair[];
  headers: Record<string, string>;
}

/** An answer and its times, in milliseconds. */
export interface Timed {
  /** Since the epoch. */
  started: number;
  milliseconds: number;
  result: Exchange;
}

/** One exchange for a recording. */
export type Recorded = Shown & Timed;

export interface Transport {
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
}

/** What is sent. */
export interface Sent {
  /** With its query; never repeated in a fault. */
  address: string;
  method: string;
  headers: Record<string, string>;
}

/** A longer body is taken to have no end. */
const LONGEST_BODY = 8 * 1024 * 1024;

/** The fault of such a body: the service is there. */
export const TOO_LONG: string = `a body of more than ${LONGEST_BODY / 1024 / 1024} MiB`;

/**
 * Makes one request and reads the whole answer. Redirects are not followed: the address would carry the key elsewhere.
 * @throws never
 */
export async function exchange({ address, method, headers }: Sent, { fetch, timeoutMs }: Transport): Promise<Exchange> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new DOMException('too slow', 'TimeoutError')), timeoutMs);
  try {
    const response = await fetch(address, { method, headers, redirect: 'manual', signal: stop.signal });
    const head = { status: response.status, headers: [...response.headers] };
    const body = await wholeBody(response);
    if (body === 'too long') return { fault: TOO_LONG };
    if (body === 'undecodable') return { ...head, body: new Uint8Array(), unread: body };
    return { ...head, body };
  } catch (error) {
    return faultOf(error, timeoutMs);
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
    if (isDecoding(error)) return 'undecodable';
    throw error;
  }
  return Buffer.concat(chunks);
}

/** The decompressors' own codes: `Z_DATA_ERROR`, `ERR__ERROR_FORMAT_PADDING_1`. */
function isDecoding(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return /^(Z_|ERR__ERROR_|ZSTD_)/.test(String(cause?.code ?? code));
}

/** A longer wait belongs to an exhausted allowance, not to a burst limit. */
const LONGEST_WAIT_S = 5;

/** The seconds that a refusal by a burst limit asks to wait; undefined for any other answer. */
export function shortWait(result: Exchange): number | undefined {
  if (isFault(result) || result.status !== 429) return undefined;
  const value = headerOf(result, 'retry-after') ?? '';
  return /^\d{1,2}$/.test(value) && Number(value) <= LONGEST_WAIT_S ? Number(value) : undefined;
}
