import { operationTable } from '@vehicle-lookup/operations';
import { PRIVATE_HEADERS, refuseInvalidRequest } from '@vehicle-lookup/selectors/http';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import type { Events } from '../observability/events.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import { StorageError } from '../stores/storage-error.ts';
import { isDemonstration } from '../stores/version-name.ts';
import { refusal } from './lookup/replies.ts';
import type { Stores } from './stores.ts';

export interface AdminOptions extends Pick<Stores, 'catalogues'> {
  metrics: Metrics;
  events: Pick<Events, 'storageFailed'>;
  /** Resolves if the store of accounts can be read and written; otherwise rejects. */
  pingAccounts(): Promise<void>;
  /** True while the service stops: it still replies, but should get no new requests. */
  isStopping(): boolean;
}

const ANY_VEHICLE = 1;

/** The port for operators: /health, /ready and /metrics. It listens on the loopback address alone. */
export function createAdmin({ catalogues, metrics, events, pingAccounts, isStopping }: AdminOptions): FastifyInstance {
  const admin = fastify({
    logger: false,
    return503OnClosing: false,
    frameworkErrors: (_, __, reply) => sendError(reply, 400, 'Percent-encode the path as UTF-8.'),
    clientErrorHandler: (error, socket) => refuseInvalidRequest(operationTable, error, socket, PRIVATE_HEADERS),
  });
  admin.get('/health', () => ({ status: 'ok' }));
  admin.get('/ready', async (_, reply) => {
    const [version, accounts] = await Promise.all([
      catalogues.use(readableVersion).catch(() => undefined),
      pingAccounts().then(
        () => true,
        (error: unknown) => {
          if (error instanceof StorageError) events.storageFailed(error);
          return false;
        },
      ),
    ]);
    const stopping = isStopping();
    const catalogue = version !== undefined;
    const ready = catalogue && accounts && !stopping;
    const demonstration = isDemonstration(version);
    return reply
      .code(ready ? 200 : 503)
      .send({ ready, catalogue, version: version ?? null, demonstration, accounts, stopping });
  });
  admin.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  admin.setNotFoundHandler((_, reply) => sendError(reply, 404, 'The paths are /health, /ready and /metrics.'));
  admin.setErrorHandler((_, __, reply) => sendError(reply, 500, 'Server error.'));
  return admin;
}

/** Without a catalogue nothing fails, and nothing is found. */
async function readableVersion(catalogue: Catalogue): Promise<string | undefined> {
  await catalogue.vehicle(ANY_VEHICLE);
  return catalogue.version;
}

const sendError = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type('application/json').send(refusal(status, text).body);
