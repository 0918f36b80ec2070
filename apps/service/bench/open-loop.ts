import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Latencies in milliseconds in ascending order, measured from the scheduled time of each request. They include the wait in the client. */
export interface LoadResult {
  /** The number of responses with status 200, including the warm-up. */
  sum: number;
  /** Latencies of the responses with status 200. */
  served: number[];
  /** Latencies of the responses with status 503. */
  rejected: number[];
}

/** The number of connections. If all connections are busy, a request waits in the client. */
const CONNECTIONS = 3_000;
const BACKLOG = 256;
/** Maximum time to wait for the last responses. */
const LAST_MS = 30_000;

/**
 * Sends requests on keep-alive connections, with one request at a time per connection.
 * @param rate requests per second, independent of earlier responses; if undefined,
 *   each connection sends its next request after it receives a response (a closed loop)
 * @param warmUp seconds before the measurement, whose requests are not counted
 * @throws Error if a response has a status other than 200 and 503, or a connection is closed
 */
export async function sendLoad(
  address: string,
  paths: readonly string[],
  seconds: number,
  { rate, connections = CONNECTIONS, warmUp }: { rate?: number; connections?: number; warmUp: number },
): Promise<LoadResult> {
  const { hostname, port } = new URL(address);
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`));
  const latencies = new Map<number, number[]>([
    [200, []],
    [503, []],
  ]);
  const sockets: Socket[] = [];
  const idle: Socket[] = [];
  const dueAt = new WeakMap<Socket, number>();
  let fault: Error | undefined;
  let [sent, sum] = [0, 0];
  /** Start time of the measured requests. */
  let measured = Number.POSITIVE_INFINITY;

  const open = async (): Promise<void> => {
    const socket = connect(Number(port), hostname).setNoDelay();
    await once(socket, 'connect');
    // A response is one packet that begins with its status. After the packet, the connection is idle.
    socket.on('data', (chunk) => {
      const status = Number(chunk.toString('latin1', 9, 12));
      const times = latencies.get(status);
      if (!times) fault = new Error(`status ${status}`);
      if (status === 200) sum++;
      const due = dueAt.get(socket) as number;
      if (due >= measured) times?.push(performance.now() - due);
      idle.push(socket);
    });
    socket.on('error', (error) => {
      fault = error;
    });
    sockets.push(socket);
    idle.push(socket);
  };
  while (sockets.length < connections) {
    // The server's backlog limits the number of new connections.
    const missing = Math.min(BACKLOG, connections - sockets.length);
    await Promise.all(Array.from({ length: missing }, open));
  }
  const send = (due: number): boolean => {
    const socket = idle.pop();
    if (!socket) return false;
    dueAt.set(socket, due);
    socket.write(requests[sent++ % requests.length] as Buffer);
    return true;
  };

  const start = performance.now();
  measured = start + warmUp * 1_000;
  const isOver = (ms: number): boolean => fault !== undefined || performance.now() - start >= ms;
  while (!isOver((warmUp + seconds) * 1_000)) {
    const now = performance.now();
    if (rate === undefined) while (send(now));
    else while (sent < ((now - start) * rate) / 1_000 && send(start + (sent * 1_000) / rate));
    await nextTurn();
  }
  while (idle.length < sockets.length && !isOver((warmUp + seconds) * 1_000 + LAST_MS)) await nextTurn();
  if (idle.length < sockets.length) fault ??= new Error(`${sockets.length - idle.length} requests have no response`);
  for (const socket of sockets) socket.destroy();
  if (fault) throw fault;
  const [served = [], rejected = []] = [...latencies.values()].map((times) => times.sort((a, b) => a - b));
  return { sum, served, rejected };
}

/** Returns a quantile of values that are sorted in ascending order. */
export const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
