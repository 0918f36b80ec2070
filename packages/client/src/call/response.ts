import { success } from '../contract/contract.gen.ts';
import type { VehicleLookupError } from '../errors.ts';
import { isRedirect, isRefusal, replyError } from './response-error.ts';

/** The parts of a response, with its body as text. */
export interface ReceivedText {
  status: number;
  headers: Headers;
  text: string;
}

/** What the service sent in the end. Nothing in it contains the key, except the body of a success. */
export interface ClientReply extends ReceivedText {
  /** The JSON object or array; undefined for any other body. */
  body: object | undefined;
  /** The error that the reply stands for; undefined for a success. */
  error: VehicleLookupError | undefined;
  /** The response as a middleware saw it or made it. */
  response?: Response;
}

/** Reads the body of a response, and finds the error that it stands for. */
export function readReply(operation: string, raw: ReceivedText): ClientReply {
  const body = parse(raw.text);
  const reply = { ...raw, body };
  const isSuccess = raw.status === success && body && !isRefusal(body);
  return { ...reply, error: isSuccess ? undefined : replyError(operation, reply) };
}

/** Reads a response of the service, which may repeat the key anywhere. The body of a success is not changed. */
export function readMaskedReply(operation: string, raw: ReceivedText, mask: (text: string) => string): ClientReply {
  const reply = readReply(operation, raw);
  const maskedHeaders = () => new Headers(JSON.parse(mask(JSON.stringify([...raw.headers]))));
  if (reply.error) return readReply(operation, { ...raw, headers: maskedHeaders(), text: mask(raw.text) });
  return {
    ...reply,
    // Masked when they are read, because few callers do.
    get headers() {
      return maskedHeaders();
    },
  };
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
