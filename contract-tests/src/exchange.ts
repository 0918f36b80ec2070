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

export interface Transport {
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
}

/**
 * Makes one request and reads the whole answer. Redirects are not followed: the address would carry the key elsewhere.
 * @param address with its query; never repeated in a fault
 * @throws never
 */
export async function exchange(
  address: string,
  method: string,
  prefer: string | undefined,
  { fetch, timeoutMs }: Transport,
): Promise<Exchange> {
  try {
    const response = await fetch(address, {
      method,
      headers: { accept: 'application/json', ...(prefer === undefined ? {} : { prefer }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: [...response.headers], body };
  } catch (error) {
    return { fault: faultText(error, timeoutMs) };
  }
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
const ATTEMPTS = 3;

/**
 * The same, but a request that a burst limit refused (429 with a short Retry-After) is made again.
 * @param ask makes the request once
 */
export async function patientExchange(ask: () => Promise<Exchange>): Promise<Exchange> {
  for (let attempt = 1; ; attempt++) {
    const result = await ask();
    const wait = isFault(result) ? undefined : shortWait(result);
    if (wait === undefined || attempt === ATTEMPTS) return result;
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  }
}

function shortWait({ status, headers }: Answer): number | undefined {
  const value = headers.find(([name]) => name === 'retry-after')?.[1] ?? '';
  if (status !== 429 || !/^\d{1,2}$/.test(value)) return undefined;
  return Number(value) <= LONGEST_WAIT_S ? Number(value) : undefined;
}
