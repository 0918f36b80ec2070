import type { TryItData } from '../../contract/try-it-data.ts';
import type { TrustedServer } from '../../servers.ts';

/** The server to which a request is sent. */
export interface Destination {
  /** Base URL, without a trailing slash. */
  address: string;
  /** The server of the site; undefined if the reader entered the URL. */
  own: TrustedServer | undefined;
}

/** A response, or the reason why there is none. */
export type SendOutcome =
  | { kind: 'response'; status: number; headers: [string, string][]; body: string; milliseconds: number }
  | { kind: 'cors' | 'unreachable' | 'redirect' | 'time-out' | 'stopped' }
  /** The relay rejected the request or the response. */
  | { kind: 'rejected'; problem: string };

/** Time limit for a request. */
export const LIMIT_SECONDS = 30;

/**
 * Sends a request. The documentation server, if there is one, relays requests to the servers of the site, so that URLs with a key
 * do not appear in the browser console. All other requests are sent directly by the browser.
 */
export async function send(
  data: TryItData,
  { address, own }: Destination,
  query: string,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const limit = AbortSignal.timeout(LIMIT_SECONDS * 1000);
  const signals = AbortSignal.any([signal, limit]);
  const url = address + data.table.path;
  try {
    if (data.canRelay && own) return await throughRelay(own, query, signals);
    const rejection = await whyRejected(url, signals);
    if (rejection) return { kind: rejection };
    const started = performance.now();
    const response = await fetch(`${url}?${query}`, { ...QUIET, signal: signals });
    if (response.type === 'opaqueredirect') return { kind: 'redirect' };
    const { status, headers } = response;
    const body = await response.text();
    return { kind: 'response', status, headers: [...headers], body, milliseconds: since(started) };
  } catch {
    return { kind: signal.aborted ? 'stopped' : limit.aborted ? 'time-out' : 'unreachable' };
  }
}

const since = (started: number): number => Math.round(performance.now() - started);

/** Options that prevent caching, cookies, referrers and redirects. */
const QUIET: RequestInit = {
  cache: 'no-store',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  redirect: 'manual',
};

async function throughRelay(own: TrustedServer, query: string, signal: AbortSignal): Promise<SendOutcome> {
  const started = performance.now();
  const root = document.querySelector<HTMLElement>('script[data-root]')?.dataset.root ?? './';
  const response = await fetch(new URL(`${root}relay`, location.href), {
    ...QUIET,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ server: own.name, query }),
    signal,
  });
  const { problem, status, headers, body } = await response.json();
  if (problem === 'time-out' || problem === 'unreachable') return { kind: problem };
  if (problem) return { kind: 'rejected', problem };
  if (status >= 300 && status < 400) return { kind: 'redirect' };
  return { kind: 'response', status, headers, body, milliseconds: since(started) };
}

/**
 * Returns the reason why the browser cannot read the responses of a service. The check sends no credentials: OPTIONS does not
 * require them, and even a response that the browser must not read shows that the server is running.
 */
async function whyRejected(address: string, signal: AbortSignal): Promise<'cors' | 'unreachable' | undefined> {
  const succeeds = (init: RequestInit) =>
    fetch(address, { ...QUIET, ...init, signal }).then(
      () => true,
      () => false,
    );
  if (await succeeds({ method: 'OPTIONS' })) return undefined;
  signal.throwIfAborted();
  return (await succeeds({ method: 'HEAD', mode: 'no-cors', redirect: 'follow' })) ? 'cors' : 'unreachable';
}
