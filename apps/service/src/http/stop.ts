import type { FastifyInstance } from 'fastify';

/** Answers in flight have this long; with what follows (spans, log), stopping takes less than ten seconds. */
const GRACE_MS = 7_000;
/** Connections that have become idle are closed this often. */
const SWEEP_MS = 50;

/** Takes no new connections, lets the answers in flight end, and cuts what has not ended after `graceMs`. */
export async function stopServer(app: FastifyInstance, graceMs: number = GRACE_MS): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}
