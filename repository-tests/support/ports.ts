import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of a test. */
export interface Server {
  address: string;
  port: string;
  close(): Promise<void>;
}

/** Serves on a free port; without a listener it only takes the port. */
export async function serve(listener: RequestListener = () => undefined): Promise<Server> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${port}`, port, close };
}

/** An address at which nothing answers. */
export async function goneAddress(): Promise<string> {
  const server = await serve();
  await server.close();
  return server.address;
}
