import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What a load got. Latencies are milliseconds from the moment at which a request was due, so waiting in the client counts. */
export interface LoadResult {
  seconds: number;
  /** Requests by status. */
  statuses: Map<number, number>;
  /** Of the responses with status 200, in ascending order. */
  served: number[];
  /** Of the responses with status 503, in ascending order. */
  rejected: number[];
}

/** They are opened before the first request. A request that finds all of them busy waits in the client. */
const CONNECTIONS = 2_000;

/**
 * Sends requests at a constant rate, whether or not the earlier ones have their responses, on keep-alive connections with one
 * request at a time each. `rate` undefined: as fast as `connections` return (a closed loop).
 */
export async function sendLoad(
  address: string,
  paths: readonly string[],
  seconds: number,
  { rate, connections = CONNECTIONS }: { rate?: number; connections?: number },
): Promise<LoadResult> {
  const { hostname, port } = new URL(address);
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`));
  const result: LoadResult = { seconds, statuses: new Map(), served: [], rejected: [] };
  const idle: Socket[] = [];
  const sockets = new Set<Socket>();
  const dueAt = new WeakMap<Socket, number>();
  let sent = 0;
  let pending = 0;

  const open = async (): Promise<void> => {
    const socket = connect(Number(port), hostname).setNoDelay();
    await once(socket, 'connect');
    idle.push(socket);
    sockets.add(socket);
    // A response is one packet: its status is at the beginning, and the connection is idle afterwards.
    socket.on('data', (chunk) => {
      const status = Number(chunk.toString('latin1', 9, 12));
      const latency = performance.now() - (dueAt.get(socket) as number);
      result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
      if (status === 200) result.served.push(latency);
      if (status === 503) result.rejected.push(latency);
      pending--;
      idle.push(socket);
    });
    // A connection that was closed; its request, if there was one, counts as status 0.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      const index = idle.indexOf(socket);
      if (index >= 0) idle.splice(index, 1);
      else if (dueAt.has(socket)) {
        pending--;
        result.statuses.set(0, (result.statuses.get(0) ?? 0) + 1);
      }
    });
  };
  const send = (due: number): boolean => {
    const socket = idle.pop();
    if (!socket) return false;
    dueAt.set(socket, due);
    socket.write(requests[sent++ % requests.length] as Buffer);
    pending++;
    return true;
  };

  for (let count = 0; count < connections; count++) await open();
  const start = performance.now();
  const end = start + seconds * 1_000;
  for (let now = start; now < end; now = performance.now()) {
    if (rate === undefined) while (send(performance.now()));
    else {
      const due = ((now - start) * rate) / 1_000;
      while (sent < due && send(start + (sent * 1_000) / rate));
    }
    await nextTurn();
  }
  const patience = performance.now() + 10_000;
  while (pending > 0 && performance.now() < patience) await nextTurn();
  for (const socket of sockets) socket.removeAllListeners('close').destroy();
  if (pending > 0) result.statuses.set(0, (result.statuses.get(0) ?? 0) + pending);
  result.served.sort((a, b) => a - b);
  result.rejected.sort((a, b) => a - b);
  return result;
}

/** A quantile of values in ascending order. */
export const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
