import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TrustedServer } from '../site/site.ts';

/** Where the form of a served page sends its requests. */
export const RELAY_PATH = 'relay';

/** Bytes of a request of the form. */
const LONGEST = 10_000;
/** A service that has not answered by then will not do so. */
const TIME_LIMIT_MS = 60_000;

/**
 * Passes a request of the form on to one of the servers, and nowhere else. The key travels in a body, so that no address with
 * a key appears in the browser: neither in its console nor in its history. Nothing is logged.
 */
export async function relay(
  servers: readonly TrustedServer[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, value: object): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(value));
  };
  // A page of another origin cannot send this type without a preflight, which is not answered.
  if (request.headers['content-type'] !== 'application/json') return send(415, { problem: 'Send application/json.' });
  if (Number(request.headers['content-length'] ?? LONGEST + 1) > LONGEST)
    return send(413, { problem: 'The request is too long.' });
  const body = await text(request).catch(() => undefined);
  // The client has disconnected and no longer waits for a response.
  if (body === undefined) return;
  const { server, path, query } = parsed(body);
  const target = servers.find(({ name }) => name === server);
  if (!target || !/^\/[^/\\]/.test(path)) return send(400, { problem: 'Choose one of the servers of this page.' });
  try {
    const response = await fetch(`${target.address}${path}?${query}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
    send(200, { status: response.status, headers, body: await response.text() });
  } catch (error) {
    // The message of the platform may repeat the address; only its kind is passed on.
    send(200, { problem: (error as Error).name === 'TimeoutError' ? 'time-out' : 'unreachable' });
  }
}

function parsed(body: string): { server: string; path: string; query: string } {
  try {
    const { server, path, query } = JSON.parse(body);
    return { server: String(server), path: String(path), query: String(query) };
  } catch {
    return { server: '', path: '', query: '' };
  }
}
