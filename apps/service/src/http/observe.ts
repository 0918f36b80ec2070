import type { IncomingMessage, ServerResponse } from 'node:http';
import { operationTable } from '@vehicle-lookup/contract';
import { maskSecrets } from '@vehicle-lookup/openapi/secrets';
import { isDocumentPath, readTarget } from '@vehicle-lookup/toolkit/http';
import { CatalogueError } from '../catalogue/catalogue.ts';
import { StorageError } from '../database/storage-error.ts';
import { errorFacts, type ReportEvent, reportStorage } from '../observability/events.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Tracing } from '../observability/tracing.ts';
import { parentSpan, secretsIn } from './correlation.ts';
import type { Observation } from './lookup/lookup.ts';

export interface Exchange {
  /** Value of the `X-Request-Id` header. */
  id: string;
  request: IncomingMessage;
  response: ServerResponse;
  /** Must be called when the response begins or the connection closes. */
  leave(): void;
  observation: Observation;
}

export interface Observers {
  log: Logger;
  metrics: Metrics;
  report: ReportEvent;
  tracing?: Tracing | undefined;
}

/** Logged instead of any other path, which may contain a misplaced query. */
const OTHER_PATH = '(other)';
const NO_OPERATION = 'none';
/** Statuses in metrics for incomplete responses: the service failed, or the client disconnected early. */
const [BROKEN_OFF, CLIENT_DISCONNECTED] = [500, 499];

/** Observes a request to its end, and then writes its log line, metrics and span. */
export function observe({ log, metrics, tracing }: Observers, exchange: Exchange): void {
  const { id, request, response, observation } = exchange;
  const started = performance.now();
  const { method = '', url = '' } = request;
  const path = isDocumentPath(operationTable, readTarget(url).path) ? operationTable.path : OTHER_PATH;
  metrics.started();
  const parent = parentSpan(request);
  const endSpan = tracing?.start({ id, method, route: path, parent });
  // 'close' is emitted exactly once, even if the client disconnects before the end.
  response.on('close', () => {
    exchange.leave();
    const { operation = NO_OPERATION, account, charged, failed, slow } = observation;
    const status = response.statusCode;
    const elapsed = performance.now() - started;
    const isComplete = response.writableFinished;
    const counted = isComplete ? status : failed ? BROKEN_OFF : CLIENT_DISCONNECTED;
    metrics.finished(operation, counted, elapsed / 1_000);
    endSpan?.({ operation, status: counted });
    const cut = isComplete ? undefined : true;
    // If headers were not sent, the client has not received a status.
    const sent = response.headersSent ? status : undefined;
    const ms = Math.round(elapsed * 1_000) / 1_000;
    log.info({ id, trace: parent?.traceId, method, path, operation, status: sent, ms, account, charged, cut, slow });
  });
}

/**
 * Logs the reason for a failed request; the logged messages contain no secrets from the request. A storage error, which affects
 * all requests, is logged once a minute.
 */
export function logFailure(observers: Observers, { id, request, observation }: Exchange, error: unknown): void {
  if (error instanceof StorageError || error instanceof CatalogueError) {
    reportStorage(observers, error);
    return;
  }
  const secrets = secretsIn(request);
  const facts = errorFacts(error, (text) => maskSecrets(text, secrets));
  observers.log.error({ id, operation: observation.operation, ...facts }, 'a request failed');
}
