import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { errorBody } from '@vehicle-lookup/openapi/selectors';

/** Header values, by header name in lower case. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** A response to the client. */
export interface HttpResponse {
  status: number;
  /** The headers. The default content type of a body is application/json. */
  headers: ResponseHeaders;
  /** The complete body, its parts in order, or undefined without a body. A string is sent in UTF-8. */
  body: string | Uint8Array | AsyncIterable<string> | undefined;
}

/** Headers of every response. The URL contains the key, so the response must not be stored and the URL must not be passed on. */
export const PRIVATE_HEADERS: ResponseHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The name of the mock in the `Server` header. The suite recognises the mock by this name. */
export const MOCK_SERVER = 'vehicle-lookup-mock';

/**
 * Creates an error response with the error body of the document.
 * @param text a readable message, which must not repeat any part of the request
 */
export const errorResponse = (
  table: Pick<OperationTable, 'error'>,
  status: number,
  text: string,
  headers: ResponseHeaders = {},
): HttpResponse => ({ status, headers, body: JSON.stringify(errorBody(table, text)) });

/**
 * Sends a response. Resolves when its last part is sent or the client has disconnected. For HEAD, only the headers are sent.
 * @param common headers of every response; the headers of the response take precedence
 * @throws errors that the parts of a body throw; the connection is then closed
 */
export async function sendResponse(
  outgoing: ServerResponse,
  response: HttpResponse,
  common: ResponseHeaders = {},
): Promise<void> {
  const { status, headers: own, body } = response;
  // node:http processes a list of names and values faster than an object.
  const headers: string[] = [];
  for (const name in common) if (!(name in own)) headers.push(name, common[name] as string);
  for (const name in own) headers.push(name, own[name] as string);
  if (body !== undefined && !('content-type' in own)) headers.push('content-type', 'application/json');
  if (typeof body === 'object' && !(body instanceof Uint8Array)) {
    outgoing.writeHead(status, headers);
    await sendParts(outgoing, body);
    return;
  }
  if (body !== undefined) headers.push('content-length', String(Buffer.byteLength(body)));
  outgoing.writeHead(status, headers).end(body);
}

async function sendParts(outgoing: ServerResponse, body: AsyncIterable<string>): Promise<void> {
  if (outgoing.req.method === 'HEAD') {
    outgoing.end();
    return;
  }
  await pipeline(body, outgoing).catch((error: NodeJS.ErrnoException) => {
    // The client has disconnected, which is not a server error.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
