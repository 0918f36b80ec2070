import { success } from '../contract/contract.gen.ts';
import type { VehicleLookupError } from '../errors.ts';
import { isRedirect, isRejection, responseError } from './response-error.ts';

/** The parts of a response, with its body as text. */
export interface ReceivedText {
  status: number;
  headers: Headers;
  text: string;
}

/** The final response of the service. It does not contain the key, except in the body of a success. */
export interface ClientResponse extends ReceivedText {
  /** The JSON object or array; undefined for any other body. */
  body: object | undefined;
  /** The error that the response stands for; undefined for a success. */
  error: VehicleLookupError | undefined;
}

/** Reads the body of a response, and finds the error that it stands for. */
export function readResponse(operation: string, raw: ReceivedText): ClientResponse {
  const body = parse(raw.text);
  const isSuccess = raw.status === success && body && !isRejection(body);
  return { ...raw, body, error: isSuccess ? undefined : responseError(operation, { ...raw, body }) };
}

/** Reads a response of the service, which may repeat the key anywhere. The body of a success is not changed. */
export function readMaskedResponse(
  operation: string,
  raw: ReceivedText,
  mask: (text: string) => string,
): ClientResponse {
  const response = readResponse(operation, raw);
  const headers = new Headers(JSON.parse(mask(JSON.stringify([...raw.headers]))));
  return response.error ? readResponse(operation, { ...raw, headers, text: mask(raw.text) }) : { ...response, headers };
}

/** Undefined for a text that is not a JSON object or array. The error of `JSON.parse` would quote the text. */
export function parse(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body ? body : undefined;
  } catch {
    return undefined;
  }
}

/** The response for a caller that expects one of `fetch`. */
export const toResponse = ({ status, headers, text }: ReceivedText): Response =>
  isRedirect(status) ? Response.error() : new Response([204, 205].includes(status) ? null : text, { status, headers });
