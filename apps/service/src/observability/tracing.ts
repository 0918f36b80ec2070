import { setTimeout as wait } from 'node:timers/promises';
import type { DiagLogger, SpanContext } from '@opentelemetry/api';
import type { NodeTracerConfig } from '@opentelemetry/sdk-trace-node';
import { operationTable } from '@vehicle-lookup/contract';
import { maskCredentials } from '@vehicle-lookup/openapi/secrets';
import { explain, UserError } from '@vehicle-lookup/toolkit/command-line';
import type { Logger } from './log.ts';
import { once } from './once.ts';

type Resource = NonNullable<NodeTracerConfig['resource']>;

const NAME = 'vehicle-lookup-service';
/** OpenTelemetry's variables for the collector URL; either variable enables tracing. */
export const collectorVariables = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const;
/** Milliseconds that `close` waits for the collector. */
const LAST_MS = 1_500;

/** The request data of a span, without query and account. */
export interface RequestSpan {
  id: string;
  method: string;
  route: string;
  /** The caller's span, which the request continues. */
  parent?: SpanContext | undefined;
}

export interface Tracing {
  /** Starts a span; returns a function that ends the span with the result of the request. */
  start(request: RequestSpan): (result: { operation: string; status: number }) => void;
  /** Sends the remaining spans; logs a failure. */
  close(): Promise<void>;
}

/**
 * Sets up OpenTelemetry spans, sent to OTEL_EXPORTER_OTLP_ENDPOINT. Failures to send spans are logged.
 * @returns undefined if no collector is set; in this case, OpenTelemetry is not loaded
 */
export async function createTracing(environment: NodeJS.ProcessEnv, log: Logger): Promise<Tracing | undefined> {
  if (!collectorVariables.some((name) => environment[name])) return undefined;
  const { DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  diag.setLogger(collectorLog(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter())];
  const provider = new NodeTracerProvider({ spanProcessors, resource: resourceOf(environment.OTEL_SERVICE_NAME) });
  const tracer = provider.getTracer(NAME);
  return {
    start({ id, method, route, parent }) {
      const attributes = { 'http.request.method': method, 'http.route': route, 'vehicle_lookup.request_id': id };
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, context);
      return ({ operation, status }) => {
        span.setAttributes({ 'vehicle_lookup.operation': operation, 'http.response.status_code': status });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },
    async close() {
      const late = wait(LAST_MS, undefined, { ref: false }).then(() => {
        throw new UserError(`the collector has not responded within ${LAST_MS} ms`);
      });
      const notSent = (error: unknown) => log.warn({ reason: explain(error) }, 'the last spans were not sent');
      await Promise.race([provider.shutdown(), late]).catch(notSent);
    },
  };
}

/** Returns the OpenTelemetry resource that identifies this service. */
function resourceOf(name: string | undefined): Resource {
  const attributes = { 'service.name': name || NAME };
  const resource: Resource = { attributes, merge: () => resource, getRawAttributes: () => Object.entries(attributes) };
  return resource;
}

/** Maximum length of a logged reason, which may contain the collector's response. */
const LONGEST = 200;

/** Returns a logger for OpenTelemetry warnings. Each reason is logged once a minute, because every batch would repeat it. */
export function collectorLog(log: Logger): DiagLogger {
  const isNew = once();
  const warn = (text: string): void => {
    const reason = reasonOf(text);
    if (!isNew(reason)) return;
    log.warn({ reason }, 'OpenTelemetry reported a problem; check the collector and the OTEL_ variables');
  };
  const ignore = () => undefined;
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
}

/** Returns the reason in an OpenTelemetry message, which may be JSON with the error's fields, stack and collector response. */
function reasonOf(text: string): string {
  let fields: { message?: unknown; name?: unknown; code?: unknown } = {};
  try {
    fields = Object(JSON.parse(text));
  } catch {
    // A string that is not JSON is the message itself.
  }
  const { message, name, code } = fields;
  const reason = [message || name || text, ...(code ? [`(${code})`] : [])].join(' ');
  return maskCredentials(operationTable, reason).split('\n', 1).join('').slice(0, LONGEST);
}
