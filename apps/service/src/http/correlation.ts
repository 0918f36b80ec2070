import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { SpanContext } from '@opentelemetry/api';
import { secretsOf } from '@vehicle-lookup/contract';
import { headerSecrets, readTarget } from '@vehicle-lookup/toolkit/http';

type Head = Pick<IncomingMessage, 'headers' | 'url'>;

/** Returns the secrets in the query and headers of a request. */
export const secretsIn = ({ headers, url = '' }: Head): string[] => [
  ...secretsOf(readTarget(url).query),
  ...headerSecrets(headers),
];

/** Only characters that require no escaping in logs, headers and shells. */
const REQUEST_ID = /^[\w.:+=-]{1,128}$/;

/** Returns the caller's `X-Request-Id` if it is valid and does not contain a secret; otherwise, returns a new ID. */
export function requestId(request: Head): string {
  const { 'x-request-id': id } = request.headers;
  const isValid = typeof id === 'string' && REQUEST_ID.test(id);
  return isValid && !secretsIn(request).some((secret) => secret !== '' && id.includes(secret)) ? id : randomUUID();
}

/** W3C Trace Context, section 3.2, version 00. An ID that consists only of zeros is invalid. */
const TRACE_PARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** Returns the caller's span from the `traceparent` header; undefined if the header is missing or invalid. */
export function parentSpan({ headers: { traceparent } }: Pick<Head, 'headers'>): SpanContext | undefined {
  const [, traceId, spanId, flags = ''] = TRACE_PARENT.exec(String(traceparent ?? '')) ?? [];
  return traceId && spanId ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) } : undefined;
}
