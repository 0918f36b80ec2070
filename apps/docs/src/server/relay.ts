import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isRebound, LONGEST_BODY_MIB, readBody } from '@vehicle-lookup/toolkit/http';
import type { TrustedServer } from '../contract/try-it-data.ts';

/** Where the form of a served page sends its requests. */
export const RELAY_PATH = 'relay';

/** Bytes of a request of the form. */
const LONGEST = 10_000;
/** A service that has not answered by then will not do so. */
const TIME_LIMIT_MS = 30_000;

/** Where requests of the form go, and from where they come. */
export interface RelayOptions {
  servers: readonly TrustedServer[];
  /** The path of the interface; no other path of a server is reached. */
  path: string;
  /** Where readers reach the site, if that is not where it listens. */
  publicAddress?: string | undefined;
}

/**
 * Passes a request of the form on to one of the servers, and nowhere else. The key travels in a body, so that no address with
 * a key appears in the browser: neither in its console nor in its history. Nothing is logged.
 */
export async function relay(
  { servers, path, publicAddress }: RelayOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, value: object): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(value));
  };
  if (isForeign(request, publicAddress)) return send(403, { problem: FOREIGN });
  // A page of another origin cannot send this type without a preflight, which is not answered.
  if (request.headers['content-type'] !== 'application/json') return send(415, { problem: 'Send application/json.' });
  if (Number(request.headers['content-length'] ?? LONGEST + 1) > LONGEST)
    return send(413, { problem: `The request is too long: expected at most ${LONGEST} bytes with a Content-Length.` });
  const body = await text(request).catch(() => undefined);
  // The client has disconnected and no longer waits for a response.
  if (body === undefined) return;
  const { server, query } = parsed(body);
  const target = servers.find(({ name }) => name === server);
  if (!target) return send(400, { problem: 'Choose one of the servers of this page.' });
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const response = await fetch(`${target.address}${path}?${query}`, {
      headers: { 'x-forwarded-for': forwardedFor(request) },
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIME_LIMIT_MS), gone.signal]),
    });
    const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
    const body = await readBody(response);
    if (body === undefined) return send(200, { problem: TOO_LONG });
    send(200, { status: response.status, headers, body: new TextDecoder().decode(body) });
  } catch (error) {
    // The message of the platform may repeat the address; only its kind is passed on.
    send(200, { problem: (error as Error).name === 'TimeoutError' ? 'time-out' : 'unreachable' });
  }
}

const FOREIGN =
  'This page does not belong to this server. Open the address that the server prints, or start it with --public-address and the address of this page.';
const TOO_LONG = `The response is longer than ${LONGEST_BODY_MIB} MiB, decompressed. Send the request from a program.`;

/** Whether a request comes from a page of another server, which may have pointed its own name to this machine. */
function isForeign(request: IncomingMessage, publicAddress: string | undefined): boolean {
  const { host, origin } = request.headers;
  const own = publicAddress === undefined ? undefined : new URL(publicAddress);
  if (isRebound(request, own?.hostname)) return true;
  return origin !== undefined && ![host, own?.host].includes(URL.parse(origin)?.host ?? '');
}

/** The service counts invalid keys by address: without this header, the readers of the site would lock each other out. */
const forwardedFor = ({ headers, socket }: IncomingMessage): string =>
  [headers['x-forwarded-for'] ?? [], socket.remoteAddress ?? []].flat().join(', ');

function parsed(body: string): { server: string; query: string } {
  try {
    const { server, query } = JSON.parse(body);
    return { server: String(server), query: String(query) };
  } catch {
    return { server: '', query: '' };
  }
}
