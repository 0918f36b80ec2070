import { RunError } from './run-error.ts';

/**
 * The address that every request goes to.
 * @param baseUrl the service's base address; one that ends in the path itself, with or without its slash, means the same
 * @param path the document's only path
 * @throws RunError when it is no plain http or https address
 */
export function serviceAddress(baseUrl: string, path: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new RunError('the base address is no http or https address; expected one like http://127.0.0.1:4010');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new RunError(
      'the base address holds more than host and path; leave out credentials, query and fragment: they are sent apart',
    );
  }
  const trimmed = (text: string) => text.replace(/\/+$/, '');
  const base = trimmed(url.href);
  const stem = trimmed(path);
  return `${base.endsWith(stem) ? base.slice(0, base.length - stem.length) : base}${path}`;
}
