import type { Document } from '@vehicle-lookup/openapi';

/** A server to which the form sends requests without asking the reader for permission. */
export interface TrustedServer {
  name: string;
  /** Base URL, without a trailing slash. */
  address: string;
}

/** Returns the default server: the mock, at the first server URL in the document, with the default values of its variables. */
export function defaultServers({ servers: [server] = [] }: Document): TrustedServer[] {
  const address = server?.url.replace(/\{(\w+)\}/g, (_, name: string) => server.variables?.[name]?.default ?? '');
  return [{ name: 'mock', address: address ?? '' }];
}
