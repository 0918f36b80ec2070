import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Maximum size in MiB of a decompressed body that is forwarded. A longer body is treated as endless. */
export const LONGEST_BODY_MIB = 16;

/**
 * Reads the whole body of a response, decompressed.
 * @returns undefined if it is longer than `LONGEST_BODY_MIB`; the rest is not received
 */
export async function readBody({ body }: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > LONGEST_BODY_MIB * 2 ** 20) return undefined;
  }
  return Buffer.concat(chunks);
}

/** The name or address in the header `Host`. */
export const hostName = ({ host = '' }: IncomingHttpHeaders): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';

/** Returns whether a name or an address always leads to this machine (RFC 6761, section 6.3). */
export const isLoopback = (name: string): boolean => /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(name);

/**
 * Returns whether a request came to a loopback address under a name that belongs to another machine. Any web page can point
 * its own name to a loopback address (DNS rebinding); the browser then takes its requests for requests of the same origin.
 * An IP address is not looked up, so it cannot be pointed elsewhere.
 * @param publicName the name under which a proxy on this machine passes requests on
 */
export function isRebound({ headers, socket }: IncomingMessage, publicName?: string): boolean {
  if (headers.host === undefined || !/^(::1$|(::ffff:)?127\.)/.test(socket.localAddress ?? '')) return false;
  const name = hostName(headers);
  return name !== publicName && !isLoopback(name) && isIP(name.replace(/^\[|\]$/g, '')) === 0;
}
