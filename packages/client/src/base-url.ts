/**
 * Reads a base address: the specification's {base_url}, without the interface's path. One that ends in that path, with
 * or without its slash, means the same.
 * @param path the interface's path, `/api/`
 * @returns the address without a slash at its end
 * @throws TypeError when it is not an http(s) address, or carries more than host and path. The message never repeats it:
 * a whole request's address, pasted here, would hold the key.
 */
export function readBaseUrl(baseUrl: string, path: string): string {
  const expected = `expected an address such as https://example.com, without ${path}`;
  if (typeof baseUrl !== 'string') throw new TypeError(`baseUrl: ${expected}, got ${typeof baseUrl}.`);
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`baseUrl: ${expected}, got one without http:// or https://. Write the scheme.`);
  }
  if (url.username || url.password) throw new TypeError(`baseUrl: ${expected}, got one with a user before the host.`);
  if (url.search || url.hash) throw new TypeError(`baseUrl: ${expected}, got one with a query or fragment.`);
  const trimmed = trimSlashes(url.pathname);
  const own = trimSlashes(path);
  return `${url.origin}${trimmed.endsWith(own) ? trimSlashes(trimmed.slice(0, -own.length)) : trimmed}`;
}

const trimSlashes = (path: string): string => path.replace(/\/+$/, '');
