import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isRebound, LONGEST_BODY_MIB, readBody } from '@vehicle-lookup/toolkit/http';
import type { TrustedServer } from '../servers.ts';

/** Path to which the form sends its requests. */
export const RELAY_PATH = 'relay';

/** Maximum request size in bytes. */
const LONGEST = 10_000;
/** Time limit for a response. */
const TIME_LIMIT_MS = 30_000;

/** Permitted targets and origins of the requests. */
export interface RelayOptions {
  servers: readonly TrustedServer[];
  /** Path of the API. The relay does not request other paths of a server. */
  path: string;
  /** Public URL of the site, if it differs from the URL of the documentation server. */
  publicAddress?: string | undefined;
}

/**
 * Relays a request from the form to one of the servers. The key is in the request body, so that URLs with a key do not appear in the
 * console or the history of the browser. The relay does not write logs.
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
  // A page from another origin cannot send this type without a CORS preflight, which the server rejects.
  if (request.headers['content-type'] !== 'application/json') return send(415, { problem: 'Send application/json.' });
  if (Number(request.headers['content-length'] ?? LONGEST + 1) > LONGEST)
    return send(413, { problem: `The request is too long: expected at most ${LONGEST} bytes with a Content-Length.` });
  const body = await text(request).catch(() => undefined);
  // The client has disconnected, so a response cannot be sent.
  if (body === undefined) return;
  const { server, query } = parsed(body);
  const target = servers.find(({ name }) => name === server);
  if (!target) return send(400, { problem: 'Choose one of the servers listed on this page.' });
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
    // The error message may contain the URL, so only the kind of error is returned.
    send(200, { problem: (error as Error).name === 'TimeoutError' ? 'time-out' : 'unreachable' });
  }
}

const FOREIGN =
  'This page does not belong to this server. Open the URL that the server prints, or start the server with --public-address and the URL of this page.';
const TOO_LONG = `The response exceeds ${LONGEST_BODY_MIB} MiB after decompression. Send the request from a program.`;

/** Returns whether a request comes from a page of another server, even if the host name of that server resolves to this machine. */
function isForeign(request: IncomingMessage, publicAddress: string | undefined): boolean {
  const { host, origin } = request.headers;
  const own = publicAddress === undefined ? undefined : new URL(publicAddress);
  if (isRebound(request, own?.hostname)) return true;
  return origin !== undefined && ![host, own?.host].includes(URL.parse(origin)?.host ?? '');
}

/** Returns the IP addresses of the reader. The service counts invalid keys per IP address, so readers must not share an address. */
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
