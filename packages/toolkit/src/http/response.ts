import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { errorBody } from '@vehicle-lookup/openapi/selectors';

/** Header values by their names in lower case. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** What is sent back to the client. */
export interface HttpResponse {
  status: number;
  /** Default content type of a body: application/json. */
  headers: ResponseHeaders;
  /** The whole body, or its parts in order; undefined: no body. A text is sent in UTF-8. */
  body: string | Uint8Array | AsyncIterable<string> | undefined;
}

/** For every response: the key is in the address, so nobody may store the response or pass the address on. */
export const PRIVATE_HEADERS: ResponseHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The name by which the mock identifies itself in the header `Server`. The suite recognises the mock by the name. */
export const MOCK_SERVER = 'vehicle-lookup-mock';

/**
 * An error in the document's shape.
 * @param text for a person; it must not repeat anything of the request
 */
export const errorResponse = (
  table: Pick<OperationTable, 'error'>,
  status: number,
  text: string,
  headers: ResponseHeaders = {},
): HttpResponse => ({ status, headers, body: JSON.stringify(errorBody(table, text)) });

/**
 * Sends a response. Resolves when its last part is sent or the client has disconnected. HEAD gets the headers alone.
 * @param common headers of every response; those of the response win
 * @throws what the parts of a body throw; the connection is cut then
 */
export async function sendResponse(
  outgoing: ServerResponse,
  response: HttpResponse,
  common: ResponseHeaders = {},
): Promise<void> {
  const { status, headers: own, body } = response;
  // node:http takes a list of names and values faster than an object.
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
    // The client has disconnected: this is not an error of ours.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
