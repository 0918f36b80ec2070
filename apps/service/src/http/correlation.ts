import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { SpanContext } from '@opentelemetry/api';
import { secretsOf } from '@vehicle-lookup/contract';
import { headerSecrets, readTarget } from '@vehicle-lookup/toolkit/http';

type Head = Pick<IncomingMessage, 'headers' | 'url'>;

/** The secrets of a request, in its query and in its headers. */
export const secretsIn = ({ headers, url = '' }: Head): string[] => [
  ...secretsOf(readTarget(url).query),
  ...headerSecrets(headers),
];

/** No characters that would need an escape in a log, a header or a shell. */
const REQUEST_ID = /^[\w.:+=-]{1,128}$/;

/** The `X-Request-Id` of the caller, if it is valid and repeats no secret; otherwise a new one. */
export function requestId(request: Head): string {
  const { 'x-request-id': id } = request.headers;
  const isValid = typeof id === 'string' && REQUEST_ID.test(id);
  return isValid && !secretsIn(request).some((secret) => secret !== '' && id.includes(secret)) ? id : randomUUID();
}

/** W3C Trace Context, section 3.2, version 00. No ID is all zeroes. */
const TRACE_PARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** The span of the caller that a request continues, as the header `traceparent` names it; undefined: there is none, or it is invalid. */
export function parentSpan({ headers: { traceparent } }: Pick<Head, 'headers'>): SpanContext | undefined {
  const [, traceId, spanId, flags = ''] = TRACE_PARENT.exec(String(traceparent ?? '')) ?? [];
  return traceId && spanId ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) } : undefined;
}
