import { inspect } from 'node:util';
import { vi } from 'vitest';
import * as ownClient from '../../src/index.ts';
import type { Case, CaseResponse, ClientCase } from './cases.ts';
import type { Outcome } from './judge.ts';

/** The simulated time of all cases. */
export const NOW: number = Date.UTC(2025, 6, 2);

type Client = Pick<typeof ownClient, 'createVehicleLookup' | 'VehicleLookupError'>;

/** Runs cases with the client of this package or a modified client. Waits are skipped, and every random number is 0.5. */
export async function runTypeScript(
  cases: readonly Case[],
  address: string,
  client: Client = ownClient,
): Promise<Outcome[]> {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const outcomes: Outcome[] = [];
  for (const [index, one] of cases.entries()) outcomes.push(await runCase(one, `${address}/${index}`, client));
  random.mockRestore();
  return outcomes;
}

async function runCase(
  { client, call }: Case,
  server: string,
  { createVehicleLookup, VehicleLookupError }: Client,
): Promise<Outcome> {
  const waits: number[] = [];
  // A client with a fault may wait unexpectedly.
  const isTimed = client.timeout !== undefined;
  vi.useFakeTimers({ now: NOW, toFake: isTimed ? ['Date'] : ['Date', 'setTimeout', 'clearTimeout'] });
  const onEvent = (event: { type: string; delay?: number }) => {
    if (event.type !== 'retry') return;
    waits.push((event.delay ?? 0) / 1000);
    // The client begins to wait after this event.
    setImmediate(() => vi.advanceTimersByTime(Math.max(event.delay ?? 0, 1)));
  };
  let lookup: unknown;
  try {
    const { timeout, retries, baseUrl, transport, ...account } = client;
    const options = {
      ...account,
      baseUrl: typeof baseUrl === 'string' ? baseUrl.replace('{server}', server) : baseUrl,
      onEvent,
      ...(transport && { fetch: Array.isArray(transport) ? fetchOf(transport) : transport }),
      ...(timeout !== undefined && { timeout: typeof timeout === 'number' ? timeout * 1000 : timeout }),
      ...(retries !== undefined && { retry: { limit: retries } }),
    };
    const methods = createVehicleLookup(options as never);
    lookup = methods;
    const [operation, ...inputs] = call;
    const method = methods[operation as 'decodeVin'] as (...given: unknown[]) => ReturnType<typeof methods.decodeVin>;
    const { data, issues, timestamp, apiVersion } = await method(...inputs.map(inputOf));
    const found = issues.map(({ path, expected }): [string, string] => [path, expected]);
    const meta = { ...(timestamp && { timestamp }), ...(apiVersion && { api_version: apiVersion }) };
    return { data, issues: found, meta, waits, shown: shown(lookup) };
  } catch (error) {
    if (!(error instanceof VehicleLookupError)) throw error;
    const { code, operation, status, retryAfter, message } = error;
    const details = { ...(status !== undefined && { status }), ...(retryAfter !== undefined && { retryAfter }) };
    return { error: { code, operation, message, ...details }, waits, shown: shown(error, lookup) };
  } finally {
    vi.useRealTimers();
  }
}

/** Returns a `fetch` that returns these responses, one after another. */
function fetchOf(transport: NonNullable<ClientCase['transport']>) {
  const left = [...transport];
  return async (address: string): Promise<Response> => {
    const { fault, ...answer } = (left.length > 1 ? left.shift() : left[0]) as Omit<CaseResponse, 'fault'> & {
      fault?: string;
    };
    if (fault === 'error') throw new Error(`failed: ${address}`);
    if (fault === 'late') return new Promise(() => {});
    if (fault === 'half') return new Response(new ReadableStream({ start: (body) => body.error(new Error(address)) }));
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200, headers: answer.headers ?? {} });
  };
}

/** Returns the input, with UTF-16 code units as a string, because JSON cannot express every string in every language. */
export const inputOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'codeUnits' in input
    ? String.fromCharCode(...(input.codeUnits as number[]))
    : input;

const shown = (...values: unknown[]): string =>
  values
    .flatMap((value) => [inspect(value, { depth: 8, showHidden: true, getters: true }), JSON.stringify(value)])
    .join('\n');
