import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { operationTable } from '@vehicle-lookup/contract';

/** A service that keeps silent longer than this is hung up on: not every peer has a time limit of its own. */
const SILENCE_MS = 3000;
const END_OF_HEAD = '\r\n\r\n';

/** The help that peers are given: every operation has a path of its own, as in the projection of the document. */
export interface Front {
  url: string;
  /** Where requests go from now on. */
  leadTo(service: string): void;
  close(): void;
}

/** Starts a front on a free port. It rewrites the head of a request; the response passes byte by byte. */
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

/** `GET /getFluids?carId=1` → `GET /api/?carId=1`; one request a connection, so that no response can be confused with another. */
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
