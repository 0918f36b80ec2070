import { maskSecrets, operationTable, secretsOf } from '@vehicle-lookup/operations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Tracing } from '../observability/tracing.ts';
import { isInterface, readTarget } from './target.ts';

export interface Observers {
  log: Logger;
  metrics: Metrics;
  tracing?: Tracing | undefined;
}

/** A path that is none of ours may hold a misplaced query, so it is not written down. */
const OTHER_PATH = '(other)';
const NO_OPERATION = 'none';
/** What an answer that did not end counts as: a failure of ours, or a caller who has left early. */
const [BROKEN_OFF, CALLER_LEFT] = [500, 499];

/** Follows a request to its end: one line in the log, its metrics, its span. */
export function observe({ log, metrics, tracing }: Observers, request: FastifyRequest, reply: FastifyReply): void {
  const started = performance.now();
  const { id, method, seen } = request;
  const path = isInterface(request) ? operationTable.path : OTHER_PATH;
  metrics.started();
  const endSpan = tracing?.start({ id, method, route: path });
  // 'close' comes once, also where the caller has gone before the end.
  reply.raw.on('close', () => {
    const { operation = NO_OPERATION, account, charged, failed } = seen;
    const status = reply.statusCode;
    const ms = performance.now() - started;
    const ended = reply.raw.writableFinished;
    const counted = ended ? status : failed ? BROKEN_OFF : CALLER_LEFT;
    metrics.ended({ operation, status: counted, seconds: ms / 1_000, charged });
    endSpan?.({ operation, status: counted });
    const cut = ended ? undefined : true;
    log.info({ id, method, path, operation, status, ms: Math.round(ms * 1_000) / 1_000, account, charged, cut });
  });
}

/** Writes down why a request failed; its secrets are masked, whatever the error says. */
export function noteFailure({ log }: Observers, request: FastifyRequest, error: unknown): void {
  const { name, message, stack = '', cause } = error instanceof Error ? error : new Error(String(error));
  const secrets = secretsOf(readTarget(request.originalUrl).query);
  const masked = (text: string) => maskSecrets(text, secrets);
  const reason = cause instanceof Error ? { reason: masked(cause.message) } : {};
  const { id, seen } = request;
  log.error(
    { id, operation: seen.operation, error: name, message: masked(message), ...reason, stack: masked(stack) },
    'a request failed',
  );
}
