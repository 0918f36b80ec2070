/** RFC 3986, section 3.2.2: an IPv6 address in brackets, or a name; then a port. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]+)(?::(\d*))?$/i;
const LARGEST_PORT = 65_535;

/**
 * What is wrong with the header Host; undefined: nothing. RFC 9112, section 3.2: a request has one, which is valid. Two
 * readers of two could take the request for different hosts. HTTP/1.0 needs none.
 * @param rawHeaders names and values in turn
 */
export function hostFault(rawHeaders: readonly string[], httpVersion: string): string | undefined {
  let host: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return 'Send the header Host once.';
    host = rawHeaders[i + 1];
  }
  if (host === undefined) return httpVersion === '1.1' ? 'Send the header Host.' : undefined;
  const [valid, port = ''] = HOST.exec(host) ?? [];
  if (valid !== undefined && Number(port) <= LARGEST_PORT) return undefined;
  return 'Send a valid header Host: a name or an address, and perhaps a port.';
}
