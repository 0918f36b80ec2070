import type { CallEvent } from '../call/call-record.ts';

/** The part of OpenTelemetry's `Tracer` that is used: `trace.getTracer('…')` of `@opentelemetry/api` fits. */
export interface SpanTracer {
  startSpan(
    name: string,
    options: { kind: number; startTime: number; attributes: Record<string, string | number> },
  ): {
    setStatus(status: { code: number; message?: string }): unknown;
    end(endTime: number): unknown;
  };
}

// SpanKind.CLIENT and SpanStatusCode.ERROR of OpenTelemetry.
const CLIENT = 2;
const ERROR = 2;

/**
 * Creates the option `onEvent` of a client: one span for each call, by the semantic conventions for HTTP clients. A span has no
 * credentials: `url.full` is without them.
 */
export function spans(tracer: SpanTracer): (event: CallEvent) => void {
  return (event) => {
    if (event.type !== 'end') return;
    const { operation, callId, outcome, attempts, status, requestId, address, startTime, milliseconds } = event;
    const url = address === undefined ? undefined : new URL(address);
    const attributes = {
      'http.request.method': 'GET',
      'vehicle_lookup.operation': operation,
      'vehicle_lookup.call_id': callId,
      ...(url && {
        'url.full': url.href,
        'server.address': url.hostname,
        'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
      }),
      ...(attempts > 1 && { 'http.request.resend_count': attempts - 1 }),
      ...(status !== undefined && { 'http.response.status_code': status }),
      ...(requestId !== undefined && { 'vehicle_lookup.request_id': requestId }),
      ...(outcome !== 'success' && { 'error.type': status !== undefined && status >= 400 ? `${status}` : outcome }),
    };
    const span = tracer.startSpan(`GET ${operation}`, { kind: CLIENT, startTime, attributes });
    if (outcome !== 'success') span.setStatus({ code: ERROR, message: outcome });
    span.end(startTime + milliseconds);
  };
}
