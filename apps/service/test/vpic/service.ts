import { join } from 'node:path';
import { bin, run, startServer, temporaryDirectory } from '@vehicle-lookup/testing';

const SERVICE = bin('service');

/** A data directory for `import`. */
export const newData = (): string => join(temporaryDirectory(), 'data');

/** Starts the service on imported data; the result asks it for JSON. */
export async function serve(data: string): Promise<(query: Record<string, string>) => Promise<HttpResponse>> {
  const command = async (...words: string[]): Promise<string> => {
    const { code, out, err } = await run(SERVICE, [...words, '--data-dir', data]);
    if (code !== 0) throw new Error(err);
    return out;
  };
  const server = await startServer(SERVICE, ['serve', '--port', '0', '--admin-port', '0', '--data-dir', data]);
  await command('plan', 'set', '--plan', 'all', '--limit', '1000000', '--window', '1d', '--burst', '10000');
  const { user, key } = JSON.parse(await command('account', 'create', '--user', 'me', '--plan', 'all', '--json'));
  return async (query) => {
    const response = await fetch(`${server.address}/api/?${new URLSearchParams({ user, key, ...query })}`);
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as HttpResponse['body'],
    };
  };
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  body: { data?: unknown };
}
