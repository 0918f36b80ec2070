import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FIXED } from './headers.ts';
import type { Told } from './told.ts';

/**
 * Sends an answer as it is; resolves when its last part is sent or the caller has gone. A body is JSON text already, so
 * it does not go through Fastify's serialising.
 * @throws what the parts of a body throw; the connection is cut then
 */
export async function respond({ id }: FastifyRequest, reply: FastifyReply, told: Told, more: Headers): Promise<void> {
  const { raw } = reply.hijack();
  const { status, body } = told;
  const headers = [...FIXED_LIST, 'x-request-id', id];
  append(headers, more);
  append(headers, told.headers);
  if (body !== undefined) headers.push('content-type', 'application/json');
  if (typeof body === 'object') return stream(raw.writeHead(status, headers), body);
  if (body !== undefined) headers.push('content-length', String(Buffer.byteLength(body)));
  raw.writeHead(status, headers).end(body);
}

type Headers = Record<string, string>;

/** Names and values by turns: node:http takes them faster than an object. */
const FIXED_LIST: readonly string[] = Object.entries(FIXED).flat();

function append(list: string[], headers: Headers): void {
  for (const name in headers) list.push(name, headers[name] as string);
}

async function stream(response: ServerResponse, body: AsyncIterable<string>): Promise<void> {
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  await pipeline(body, response).catch((error: NodeJS.ErrnoException) => {
    // The caller has gone: there is nobody to tell.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
