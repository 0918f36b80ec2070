import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { operationTable } from '@vehicle-lookup/contract';

/** The time without a response after which the connection is closed, because some peers have no time limit of their own. */
const SILENCE_MS = 3000;
const END_OF_HEAD = '\r\n\r\n';

/** A server that gives every operation its own path for the peers, as in the one-path-per-operation document. */
export interface Front {
  url: string;
  /** Forwards all further requests to a service. */
  leadTo(service: string): void;
  close(): void;
}

/** Starts a front on an available port. It rewrites the head of a request and passes the response on unchanged. */
export async function startFront(): Promise<Front> {
  let target = '';
  const server = createServer((client) => {
    client.on('error', () => {});
    let head = '';
    client.on('data', (bytes) => {
      head += bytes.toString('latin1');
      const end = head.indexOf(END_OF_HEAD);
      if (end < 0) return;
      pass(client, rewritten(head.slice(0, end)), target);
      head = '';
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (service) => {
      target = service;
    },
    close: () => server.close(),
  };
}

/** Rewrites `GET /getFluids?carId=1` to `GET /api/?carId=1`. Each connection has one request, so that responses are not confused. */
function rewritten(head: string): string {
  const [line = '', ...fields] = head.split('\r\n');
  const path = /(?<= )\/(\w+)(?=[ ?])/;
  const isOperation = operationTable.operations.some(({ id }) => id === path.exec(line)?.[1]);
  const kept = fields.filter((field) => !/^(connection|keep-alive):/i.test(field));
  return [isOperation ? line.replace(path, operationTable.path) : line, ...kept, 'Connection: close'].join('\r\n');
}

function pass(client: Socket, head: string, target: string): void {
  const { hostname, port } = new URL(target);
  const service = connect(Number(port), hostname, () => service.write(`${head}${END_OF_HEAD}`, 'latin1'));
  service.setTimeout(SILENCE_MS, () => client.destroy());
  service.on('error', () => client.destroy());
  client.on('close', () => service.destroy());
  service.pipe(client);
}
