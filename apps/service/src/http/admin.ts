import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Metrics } from '../observability/metrics.ts';
import { refuseConnection } from './client-error.ts';
import type { Stores } from './parts.ts';
import { refusal } from './told.ts';

export interface AdminParts extends Pick<Stores, 'catalogues'> {
  metrics: Metrics;
  /** Resolves when the store of accounts answers; otherwise throws. */
  accountsAnswer(): Promise<void>;
  /** The service is going down: it answers still, but should get no new requests. */
  stopping(): boolean;
}

const ANY_VEHICLE = 1;

/** What an operator asks: is it alive, may it have requests, what does it count. For the loopback address alone. */
export function createAdmin(parts: AdminParts): FastifyInstance {
  const admin = fastify({
    logger: false,
    return503OnClosing: false,
    frameworkErrors: (_, __, reply) => plain(reply, 400, 'Percent-encode the path as UTF-8.'),
    clientErrorHandler: (error, socket) => refuseConnection(error, socket),
  });
  admin.get('/health', () => ({ status: 'ok' }));
  admin.get('/ready', async (_, reply) => {
    const [catalogue, accounts] = await Promise.all([
      answers(() => parts.catalogues.use(knowsVehicles)),
      answers(async () => {
        await parts.accountsAnswer();
        return true;
      }),
    ]);
    const ready = catalogue && accounts && !parts.stopping();
    return reply.code(ready ? 200 : 503).send({ ready, catalogue, accounts, stopping: parts.stopping() });
  });
  admin.get('/metrics', async (_, reply) => reply.type(parts.metrics.contentType).send(await parts.metrics.text()));
  admin.setNotFoundHandler((_, reply) => plain(reply, 404, 'Here are /health, /ready and /metrics.'));
  admin.setErrorHandler((_, __, reply) => plain(reply, 500, 'Server error.'));
  return admin;
}

const answers = (ask: () => Promise<boolean>): Promise<boolean> => ask().catch(() => false);

/** Where there is no catalogue yet, nothing fails, and nothing is found. */
async function knowsVehicles(catalogue: Catalogue): Promise<boolean> {
  await catalogue.vehicle(ANY_VEHICLE);
  return catalogue.version !== undefined;
}

const plain = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type('application/json').send(refusal(status, text).body);
