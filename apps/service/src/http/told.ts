import { errorBody, operationTable } from '@vehicle-lookup/operations';

/** What goes back to the caller. */
export interface Told {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** JSON text, whole or in parts; undefined: none. */
  body: string | AsyncIterable<string> | undefined;
}

/** An error in the document's shape. The text is ours: nothing of the request is repeated in it. */
export const refusal = (status: number, text: string, headers: Record<string, string> = {}): Told => ({
  status,
  headers,
  body: bodyOf(text),
});

export const bodyOf = (text: string): string => JSON.stringify(errorBody(text));

/** HEAD as GET without the body; OPTIONS without credentials (assumptions head, options). */
export const ALLOW: string = [...new Set([operationTable.method, 'HEAD', 'OPTIONS'])].join(', ');

export const allowed: Told = { status: 204, headers: { allow: ALLOW }, body: undefined };

/** RFC 9110, section 11.6.1: a 401 carries a challenge. */
const CHALLENGE = 'ApiKey realm="vehicle-lookup"';

export const unauthorized = (text: string, retryAfterSeconds?: number): Told =>
  refusal(401, text, {
    'www-authenticate': CHALLENGE,
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  });

export const serverError: Told = refusal(500, 'Server error.');
export const notImplemented: Told = refusal(501, 'This operation is not implemented by this service.');
export const methodNotServed: Told = refusal(405, `This method is not served; use ${operationTable.method}.`, {
  allow: ALLOW,
});
export const planRestriction: Told = refusal(403, 'This operation is not available in your plan.');
