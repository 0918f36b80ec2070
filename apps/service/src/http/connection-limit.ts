import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress, trustedProxies } from './client-address.ts';

/** Descriptors that are kept for files: databases, a new version of the catalogue, logs, traces. */
const RESERVED = 96;

/**
 * How many connections this process may have, below the limit of its open files and connections: without a descriptor it could
 * open no file. undefined: the system states no limit.
 */
export function connectionLimit(): number | undefined {
  // Without it a report may look up the names of all connected clients.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? Math.max(Math.floor(soft / 2), soft - RESERVED) : undefined;
}

/** The part of all connections that the silent ones of one address may take. */
const SILENT_PART = 0.5;

export interface ConnectionLimitOptions {
  limit: number;
  /** Addresses and networks whose connections are those of many clients. */
  trustProxy: readonly string[];
  /**
   * Called for each connection that is closed because there are too many.
   * @param limit the one that it exceeds: of all, or of the silent ones of one address
   */
  onDrop: (reason: 'all' | 'silent', limit: number) => void;
}

/**
 * Limits the connections of a server: all of them and, for each address, those that have not sent a whole request head yet.
 * Of these the oldest is closed for a new one: otherwise a client that connects and says nothing keeps others out, also
 * those behind its address.
 */
export function limitConnections(server: Server, { limit, trustProxy, onDrop }: ConnectionLimitOptions): void {
  const isTrusted = trustedProxies(trustProxy);
  const silentLimit = Math.ceil(limit * SILENT_PART);
  /** By address, in the order in which they came. */
  const silent = new Map<string, Set<Socket>>();
  /** What ends the wait for the request of a connection. */
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
