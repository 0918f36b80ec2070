import { operationTable } from '@vehicle-lookup/operations';
import { PRIVATE_HEADERS, refuseInvalidRequest } from '@vehicle-lookup/selectors/http';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import type { Metrics } from '../observability/metrics.ts';
import { isDemonstration } from '../stores/version-name.ts';
import { refusal } from './lookup/replies.ts';

/** What `/ready` says of the stores. */
export interface StoreStatus {
  /** Of the catalogue, if it can be read. */
  version: string | undefined;
  /** True if the accounts can be read and written. */
  accounts: boolean;
}

export interface AdminOptions {
  metrics: Pick<Metrics, 'text' | 'contentType'>;
  status(): Promise<StoreStatus>;
  /** Tells by the header Authorization whether a request may read more than /health. */
  isAllowed(authorization: string | undefined): boolean;
  /** True while the service stops: it still replies, but should get no new requests. */
  isStopping(): boolean;
}

/** The port for operators: /health, /ready and /metrics. Beyond loopback it asks for a token. */
export function createAdmin({ metrics, status, isAllowed, isStopping }: AdminOptions): FastifyInstance {
  const admin = fastify({
    logger: false,
    return503OnClosing: false,
    frameworkErrors: (_, __, reply) => sendError(reply, 400, 'Percent-encode the path as UTF-8.'),
    clientErrorHandler: (error, socket) => refuseInvalidRequest(operationTable, error, socket, PRIVATE_HEADERS),
  });
  admin.get('/health', () => ({ status: 'ok' }));
  admin.addHook('onRequest', async ({ url, headers }, reply) => {
    // It says only that the process runs, and probes cannot always send a header.
    if (/^\/health(\?|$)/.test(url) || isAllowed(headers.authorization)) return;
    await sendError(reply.header('www-authenticate', 'Bearer'), 401, 'Send the token: Authorization: Bearer …');
  });
  admin.get('/ready', async (_, reply) => {
    const { version, accounts } = await status();
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

const sendError = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type('application/json').send(refusal(status, text).body);
