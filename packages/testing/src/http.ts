import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { cleanUpLater } from './cleanup.ts';

/** A server that listens on an available port on this machine. */
export interface Listening {
  /** `http://127.0.0.1:<port>` */
  address: string;
  port: number;
  /** Closes every connection and stops listening. */
  close(): Promise<void>;
}

/** Listens on an available port. In a test, the server is closed at the end of the test or the file. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  cleanUpLater(close);
  return { address: `http://127.0.0.1:${port}`, port, close };
}

/** Serves HTTP on an available port; without a listener, the server never responds. */
export const serveHttp = (listener: RequestListener = () => undefined): Promise<Listening> =>
  listen(createServer(listener));

/** Sends a JSON response; a string is sent unchanged. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A port range below the ports that systems assign for port 0, so that servers in other tests cannot occupy a port. */
const PORTS = { first: 20_000, count: 10_000 };

/** Returns an available port on this machine, for a program that cannot listen on port 0. */
export async function freePort(): Promise<number> {
  const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
  const server = createNetServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    // The port is in use.
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns an address that rejects connections, now and while a test runs. */
export const closedAddress = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
