import type { Document } from '@vehicle-lookup/openapi';

/** A server of the site, to which the form sends requests without asking. */
export interface TrustedServer {
  name: string;
  /** Base URL, without a slash at its end. */
  address: string;
}

/** The servers of a site without options: the mock, at the first URL of the document with the defaults of its variables. */
export function defaultServers({ servers: [server] = [] }: Document): TrustedServer[] {
  const address = server?.url.replace(/\{(\w+)\}/g, (_, name: string) => server.variables?.[name]?.default ?? '');
  return [{ name: 'mock', address: address ?? '' }];
}
