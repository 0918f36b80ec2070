import { success } from '../contract/contract.gen.ts';
import type { VehicleLookupError } from '../errors.ts';
import { isRedirect, isRejection, responseError } from './response-error.ts';

/** The parts of a response, with the body as a string. */
export interface ReceivedText {
  status: number;
  headers: Headers;
  text: string;
}

/** The final response of the service. It does not contain the key, except in a success body. */
export interface ClientResponse extends ReceivedText {
  /** The JSON object or array; undefined for any other body. */
  body: object | undefined;
  /** The error that the response represents; undefined for a success. */
  error: VehicleLookupError | undefined;
}

/** Parses the response body and determines the error that the response represents. */
export function readResponse(operation: string, raw: ReceivedText): ClientResponse {
  const body = parse(raw.text);
  const isSuccess = raw.status === success && body && !isRejection(body);
  return { ...raw, body, error: isSuccess ? undefined : responseError(operation, { ...raw, body }) };
}

/** Reads a response and masks the key, which the service may repeat anywhere. The body of a success is not changed. */
export function readMaskedResponse(
  operation: string,
  raw: ReceivedText,
  mask: (text: string) => string,
): ClientResponse {
  const response = readResponse(operation, raw);
  const headers = new Headers(JSON.parse(mask(JSON.stringify([...raw.headers]))));
  return response.error ? readResponse(operation, { ...raw, headers, text: mask(raw.text) }) : { ...response, headers };
}

/** Returns the JSON object or array; undefined for any other string. The error of `JSON.parse` would quote the string. */
export function parse(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Converts a response to a `Response` for callers of `fetch`. */
export const toResponse = ({ status, headers, text }: ReceivedText): Response =>
  isRedirect(status) ? Response.error() : new Response([204, 205].includes(status) ? null : text, { status, headers });
