import { connect, createServer, type Socket } from 'node:net';
import { type Listening, listen } from '@vehicle-lookup/testing';

/**
 * Spreads connections over instances, byte for byte, for where there is no nginx and for requests that nginx would reject
 * itself. An instance that cannot be reached is passed over.
 * @param ports of the instances on this machine
 */
export function startBalancer(ports: readonly number[]): Promise<Listening> {
  let next = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const first = next++;
    const order = ports.map((_, index) => ports[(first + index) % ports.length] ?? 0);
    client.on('error', () => undefined);
    pass(client, order);
  });
  return listen(server as Parameters<typeof listen>[0]);
}

function pass(client: Socket, [port, ...others]: number[]): void {
  if (port === undefined) {
    client.destroy();
    return;
  }
  const instance = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  instance.once('error', () => pass(client, others));
  instance.once('connect', () => {
    instance.removeAllListeners('error').on('error', () => client.destroy());
    client.once('close', () => instance.destroy());
    client.pipe(instance).pipe(client);
  });
}
