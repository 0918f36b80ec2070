import type { Pair } from './request.ts';

/** What came back, or why nothing did. */
export type Exchange = Answer | Fault;

export interface Answer {
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array;
}

/** No whole answer: the network's or the service's silence, not an answer that breaks the contract. */
export interface Fault {
  fault: string;
}

export const isFault = (exchange: Exchange): exchange is Fault => 'fault' in exchange;

/** The value of a header, by its name in lower case. */
export const headerOf = ({ headers }: Answer, name: string): string | undefined =>
  headers.find(([other]) => other === name)?.[1];

/** One exchange for a recording. The answer is as it came: it may repeat the key. */
export interface Recorded {
  /** Milliseconds since the epoch. */
  started: number;
  milliseconds: number;
  method: string;
  /** Without query. */
  address: string;
  /** The query; the values of secrets are masked. */
  pairs: readonly Pair[];
  headers: Record<string, string>;
  result: Exchange;
}

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
const LONGEST_BODY = 64 * 1024 * 1024;

/**
 * Makes one request and reads the whole answer. Redirects are not followed: the address would carry the key elsewhere.
 * @throws never
 */
export async function exchange({ address, method, headers }: Sent, { fetch, timeoutMs }: Transport): Promise<Exchange> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new DOMException('too slow', 'TimeoutError')), timeoutMs);
  try {
    const response = await fetch(address, { method, headers, redirect: 'manual', signal: stop.signal });
    const body = await wholeBody(response);
    if (!body) return { fault: `a body of more than ${LONGEST_BODY / 1024 / 1024} MiB` };
    return { status: response.status, headers: [...response.headers], body };
  } catch (error) {
    return { fault: faultText(error, timeoutMs) };
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

async function wholeBody({ body }: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > LONGEST_BODY) return undefined;
  }
  return Buffer.concat(chunks);
}

/** Only the error's code: texts of network errors may hold the address, and the address holds the key. */
function faultText(error: unknown, timeoutMs: number): string {
  const { name, cause } = error as Error & { cause?: { code?: unknown } };
  if (name === 'TimeoutError') return `no whole answer within ${timeoutMs / 1000} s`;
  const code = cause?.code;
  return typeof code === 'string' && /^[A-Z_0-9]+$/.test(code)
    ? `the connection failed (${code})`
    : 'the connection failed';
}

/** A longer wait belongs to an exhausted allowance, not to a burst limit. */
const LONGEST_WAIT_S = 5;

/** The seconds that a refusal by a burst limit asks to wait; undefined for any other answer. */
export function shortWait(result: Exchange): number | undefined {
  if (isFault(result) || result.status !== 429) return undefined;
  const value = headerOf(result, 'retry-after') ?? '';
  return /^\d{1,2}$/.test(value) && Number(value) <= LONGEST_WAIT_S ? Number(value) : undefined;
}
