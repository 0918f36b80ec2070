import { setTimeout as wait } from 'node:timers/promises';
import type { NodeTracerConfig } from '@opentelemetry/sdk-trace-node';
import { explain } from '../explain.ts';
import { UserError } from '../user-error.ts';
import { collectorLog } from './collector-log.ts';
import type { Logger } from './log.ts';

type Resource = NonNullable<NodeTracerConfig['resource']>;

const NAME = 'vehicle-lookup-service';
/** OpenTelemetry's variables that say where a collector is; one of them turns tracing on. */
export const collectorVariables = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const;
/** How long the end waits for a collector. */
const LAST_MS = 1_500;

/** A request as a span; the query is not part of it, nor is who asked. */
export interface SpanOf {
  id: string;
  method: string;
  route: string;
}

/** Ends the span with what the request came to. */
export type EndSpan = (came: { operation: string; status: number }) => void;

export interface Tracing {
  start(request: SpanOf): EndSpan;
  /** Sends what is left; that a collector does not take it is logged and no failure. */
  close(): Promise<void>;
}

/**
 * OpenTelemetry spans, sent where OTEL_EXPORTER_OTLP_ENDPOINT says; undefined, and nothing is loaded, where it says
 * nothing. That they do not arrive is logged. Each request is a root: a caller's trace context is not trusted.
 */
export async function createTracing(environment: NodeJS.ProcessEnv, log: Logger): Promise<Tracing | undefined> {
  if (!collectorVariables.some((name) => environment[name])) return undefined;
  const { DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode } = await import('@opentelemetry/api');
  diag.setLogger(collectorLog(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter())];
  const provider = new NodeTracerProvider({ spanProcessors, resource: resourceOf(environment.OTEL_SERVICE_NAME) });
  const tracer = provider.getTracer(NAME);
  return {
    start({ id, method, route }) {
      const attributes = { 'http.request.method': method, 'http.route': route, 'vehicle_lookup.request_id': id };
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
      return ({ operation, status }) => {
        span.setAttributes({ 'vehicle_lookup.operation': operation, 'http.response.status_code': status });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },
    async close() {
      const late = wait(LAST_MS, undefined, { ref: false }).then(() => {
        throw new UserError(`the collector has not answered in ${LAST_MS} ms`);
      });
      const notSent = (error: unknown) => log.warn({ reason: explain(error) }, 'the last spans were not sent');
      await Promise.race([provider.shutdown(), late]).catch(notSent);
    },
  };
}

/** Who sends the spans. */
function resourceOf(name: string | undefined): Resource {
  const attributes = { 'service.name': name || NAME };
  const resource: Resource = { attributes, merge: () => resource, getRawAttributes: () => Object.entries(attributes) };
  return resource;
}
