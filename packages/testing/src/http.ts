import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { cleanUpLater } from './cleanup.ts';

/** A server that listens on a free port of this machine. */
export interface Listening {
  /** `http://127.0.0.1:<port>` */
  address: string;
  port: number;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
}

/** Listens on a free port. In a test it is closed at the end of the test, or of the file. */
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

/** Serves HTTP on a free port; without a listener it takes the port and never answers. */
export const serveHttp = (listener: RequestListener = () => undefined): Promise<Listening> =>
  listen(createServer(listener));

/** Answers with JSON; a text is sent as it is. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Below the ports that systems hand out for port 0, so that no server of another test takes one meanwhile. */
const PORTS = { first: 20_000, count: 10_000 };

/** A port of this machine that is free, for a program that cannot listen on port 0. */
export async function freePort(): Promise<number> {
  const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
  const server = createNetServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    // Somebody has it.
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}

/** An address at which nothing listens, now and while a test runs. */
export const closedAddress = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
