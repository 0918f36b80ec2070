import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Maximum size in MiB of a decompressed body that is forwarded. A longer body is treated as endless. */
export const LONGEST_BODY_MIB = 16;

/**
 * Reads the whole body of a response, decompressed.
 * @returns the body, or undefined if it is longer than `LONGEST_BODY_MIB`; the rest is then not received
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

/** Returns the host name or IP address in the `Host` header. */
export const hostName = ({ host = '' }: IncomingHttpHeaders): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';

/** Returns whether a host name or IP address always refers to this machine (RFC 6761, section 6.3). */
export const isLoopback = (name: string): boolean => /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(name);

/**
 * Returns whether a request to a loopback address has the host name of another machine. Any website can resolve its host name
 * to a loopback address (DNS rebinding), and browsers then treat its requests as same-origin. An IP address cannot be rebound,
 * because it is not resolved.
 * @param publicName the host name for which a proxy on this machine forwards requests
 */
export function isRebound({ headers, socket }: IncomingMessage, publicName?: string): boolean {
  if (headers.host === undefined || !/^(::1$|(::ffff:)?127\.)/.test(socket.localAddress ?? '')) return false;
  const name = hostName(headers);
  return name !== publicName && !isLoopback(name) && isIP(name.replace(/^\[|\]$/g, '')) === 0;
}
