import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress, trustedProxies } from './client-address.ts';

/** Number of descriptors reserved for files: databases, a new catalogue version, logs, traces. */
const RESERVED = 96;

/**
 * Returns the maximum number of connections of this process. It is below the descriptor limit, so that the process can still open
 * files. Returns undefined if the system has no limit.
 */
export function connectionLimit(): number | undefined {
  // With network data, a report may resolve the host names of all connected clients.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? Math.max(Math.floor(soft / 2), soft - RESERVED) : undefined;
}

/** Maximum fraction of all connections that silent connections of one address may use. */
const SILENT_PART = 0.5;

export interface ConnectionLimitOptions {
  limit: number;
  /** Addresses and networks of proxies, which connect for many clients. */
  trustProxy: readonly string[];
  /**
   * Called for each connection that is closed because a limit is exceeded.
   * @param limit maximum number of all connections, or of silent connections of one address
   */
  onDrop: (reason: 'all' | 'silent', limit: number) => void;
}

/**
 * Limits the number of all connections of a server and, for each address, the number of silent connections, which have not sent
 * a complete request head. A new connection replaces the oldest silent connection. Otherwise, silent clients would block other
 * clients, including clients with the same address.
 */
export function limitConnections(server: Server, { limit, trustProxy, onDrop }: ConnectionLimitOptions): void {
  const isTrusted = trustedProxies(trustProxy);
  const silentLimit = Math.ceil(limit * SILENT_PART);
  /** Silent connections by address, in the order of their arrival. */
  const silent = new Map<string, Set<Socket>>();
  /** Functions that remove a connection from the silent connections. */
  const ends = new WeakMap<Socket, () => void>();
  server.maxConnections = limit;
  server.on('drop', () => onDrop('all', limit));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isTrusted(remoteAddress)) return;
    const address = clientAddress(remoteAddress);
    const waiting = silent.get(address) ?? new Set();
    const [oldest] = waiting;
    if (oldest !== undefined && waiting.size >= silentLimit) {
      ends.get(oldest)?.();
      oldest.destroy();
      onDrop('silent', silentLimit);
    }
    silent.set(address, waiting.add(socket));
    const end = () => {
      if (waiting.delete(socket) && waiting.size === 0) silent.delete(address);
    };
    ends.set(socket, end);
    socket.once('close', end);
  });
  server.on('request', ({ socket }: IncomingMessage) => ends.get(socket)?.());
}
