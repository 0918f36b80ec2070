import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isRebound, LONGEST_BODY_MIB, readBody } from '@vehicle-lookup/toolkit/http';
import type { TrustedServer } from '../servers.ts';

/** The path to which the form sends its requests. */
export const RELAY_PATH = 'relay';

/** Maximum number of bytes of a request. */
const LONGEST = 10_000;
/** The time limit of a response. */
const TIME_LIMIT_MS = 30_000;

/** Targets and origins of the requests. */
export interface RelayOptions {
  servers: readonly TrustedServer[];
  /** The path of the interface. The relay uses no other path of a server. */
  path: string;
  /** URL at which readers reach the site, if it differs from the address of the server. */
  publicAddress?: string | undefined;
}

/**
 * Relays a request of the form to one of the servers. The key is in the body of the request, so that no URL with a key appears in the
 * console or the history of the browser. The relay logs nothing.
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
    // The error message may contain the URL, so only its kind is returned.
    send(200, { problem: (error as Error).name === 'TimeoutError' ? 'time-out' : 'unreachable' });
  }
}

const FOREIGN =
  'This page does not belong to this server. Open the address that the server prints, or start it with --public-address and the address of this page.';
const TOO_LONG = `The response is longer than ${LONGEST_BODY_MIB} MiB, decompressed. Send the request from a program.`;

/** Whether a request comes from a page of another server, even if its name resolves to this machine. */
function isForeign(request: IncomingMessage, publicAddress: string | undefined): boolean {
  const { host, origin } = request.headers;
  const own = publicAddress === undefined ? undefined : new URL(publicAddress);
  if (isRebound(request, own?.hostname)) return true;
  return origin !== undefined && ![host, own?.host].includes(URL.parse(origin)?.host ?? '');
}

/** The service counts invalid keys by address. Without this header, readers of the site would lock out each other. */
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
