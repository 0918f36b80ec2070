import type { TrustedServer, TryItData } from '../../contract/try-it-data.ts';
import { button, element } from '../elements.ts';

/** Where a request goes: one of the page's own servers, or an address that the reader entered. */
export interface Destination {
  /** Base URL, without a slash at its end. */
  address: string;
  /** Undefined: not one of the page's own. */
  own: TrustedServer | undefined;
}

/** A response, or why there is none. */
export type SendOutcome =
  | { kind: 'response'; status: number; headers: [string, string][]; body: string; milliseconds: number }
  | { kind: 'cors' | 'unreachable' | 'redirect' | 'time-out' | 'stopped' }
  /** The relay rejected the request or the response. */
  | { kind: 'rejected'; problem: string };

/** A response that takes longer does not come. */
export const LIMIT_SECONDS = 30;

/**
 * Sends a request. In `serve`, the process that serves the page passes requests to its servers on: then no address with a key
 * appears in the browser's console. Otherwise the browser sends it.
 */
export async function send(
  data: TryItData,
  { address, own }: Destination,
  query: string,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const started = performance.now();
  const limit = AbortSignal.timeout(LIMIT_SECONDS * 1000);
  const signals = AbortSignal.any([signal, limit]);
  const milliseconds = () => Math.round(performance.now() - started);
  try {
    if (data.canRelay && own)
      return {
        ...(await throughRelay(own, query, signals)),
        milliseconds: milliseconds(),
      } as SendOutcome;
    const rejection = await whyRejected(address + data.table.path, signals);
    if (rejection) return { kind: rejection };
    const response = await fetch(`${address}${data.table.path}?${query}`, { ...QUIET, signal: signals });
    if (response.type === 'opaqueredirect') return { kind: 'redirect' };
    return {
      kind: 'response',
      status: response.status,
      headers: [...response.headers],
      body: await response.text(),
      milliseconds: milliseconds(),
    };
  } catch {
    return { kind: signal.aborted ? 'stopped' : limit.aborted ? 'time-out' : 'unreachable' };
  }
}

/** Nothing about the request is kept or passed on. */
const QUIET: RequestInit = {
  cache: 'no-store',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  redirect: 'manual',
};

async function throughRelay(own: TrustedServer, query: string, signal: AbortSignal): Promise<SendOutcome> {
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
  return { kind: 'response', status, headers, body, milliseconds: 0 };
}

/**
 * Why the browser may not read a service's responses. The questions carry no credentials: OPTIONS is answered without any, and what
 * a browser may not read at all still tells that somebody answers.
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

/** Origins that the reader has allowed; forgotten when the page is left. */
const allowed = new Set<string>();

/** Asks before the credentials are sent to an origin that is not one of the page's own servers. */
export function confirmSending(address: string): Promise<boolean> {
  const { origin } = new URL(address);
  if (allowed.has(origin)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const answer = (isAllowed: boolean) => {
      if (isAllowed) allowed.add(origin);
      dialog.close();
      dialog.remove();
      resolve(isAllowed);
    };
    const dialog = element(
      'dialog',
      { 'aria-labelledby': 'consent-title' },
      element('h2', { id: 'consent-title' }, `Send your credentials to ${origin}?`),
      element(
        'p',
        {},
        'It is not one of the servers of these pages. Your browser sends the request itself; if the response is an error, its console shows the address, with the key.',
      ),
      element(
        'p',
        {},
        button('Send', () => answer(true)),
        ' ',
        button('Cancel', () => answer(false)),
      ),
    );
    dialog.addEventListener('cancel', () => answer(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}
