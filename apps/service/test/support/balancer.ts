import { connect, createServer, type Socket } from 'node:net';
import { type Listening, listen } from '@vehicle-lookup/testing';

/**
 * Starts a balancer that distributes connections over instances and forwards their bytes unchanged. It replaces nginx if nginx is
 * not available or would reject the requests. Unreachable instances are skipped.
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
