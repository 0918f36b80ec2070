import { operationTable } from '@vehicle-lookup/contract';
import { resolve } from '@vehicle-lookup/openapi/selectors';
import { type HttpHandler, http } from 'msw';
import { path, pathEnd } from '../contract/contract.gen.ts';
import { type Answers, isProxy, responder, successes } from './answers.ts';

export { type Answer, type Answers, type AnswersOf, answers, type Overrides } from './answers.ts';

/**
 * Creates handlers for MSW: `setupServer(...handlers())`, then `server.use(...handlers({ getFluids: answers.getFluids.status(404)
 * }))` in a test. Requests for other operations are passed to the earlier handlers. An invalid request returns the error that the
 * document declares. MSW's logs of these requests do not contain the URL.
 * @param given answers, keyed by operation. Default: the first example in the document, for every operation.
 * @param baseUrl the base URL of the service, or the path of a page's own proxy, such as `/vehicles`, whose requests have no
 * credentials. Default: any service.
 */
export function handlers(given: Answers = successes, baseUrl?: string): HttpHandler[] {
  const address = baseUrl === undefined ? undefined : baseUrl.replace(pathEnd, '') + path;
  const find = (request: Request) => {
    const { origin, pathname, searchParams } = new URL(request.url);
    const own = isProxy(baseUrl) ? pathname : origin + pathname;
    const isOurs = address === undefined ? pathname.endsWith(path) : own === address;
    return isOurs ? responder(searchParams, given, baseUrl) : undefined;
  };
  // If a handler matches but returns nothing, MSW sends the request to the network, with the key.
  const handler = http.get(
    ({ request }) => find(request) !== undefined,
    // If a handler throws an error, MSW prints the request URL.
    async ({ request }) => find(request)?.().catch(() => Response.error()),
  );
  handler.log = async ({ response }) => console.log(`[MSW] GET ${path} (${response.status})`);
  return [handler];
}

/** The argument of MSW's callback for requests without a handler: a frame in version 3, the request in version 2. */
type UnhandledEvent = { frame: { data: unknown } } | Request;

/** MSW's options for requests without a handler: the first field is for version 3, and the second is for version 2. */
export interface Unhandled {
  onUnhandledFrame(event: UnhandledEvent): void;
  onUnhandledRequest(event: UnhandledEvent): void;
}

/**
 * Creates MSW's options for requests without a handler: `server.listen(unhandled('error'))`. Use them instead of MSW's own
 * `'warn'`, which is its default, and `'error'`, which print the whole URL with the key.
 * @param reaction `'error'` makes the request fail as if there were no network; `'warn'` sends the request
 */
export function unhandled(reaction: 'warn' | 'error' = 'warn'): Unhandled {
  const react = (event: UnhandledEvent) => {
    const { request } = ('frame' in event ? event.frame.data : { request: event }) as { request?: Request };
    if (!request) return;
    const { origin, pathname, searchParams } = new URL(request.url);
    for (const name of operationTable.credentials) searchParams.delete(name);
    const found = resolve({ ...operationTable, credentials: [] }, searchParams);
    const name = found.ok && pathname.endsWith(path) ? ` (${found.operation})` : '';
    const next = 'has no handler. Add one, or check the base URL.';
    console[reaction](`[MSW] ${request.method} ${origin}${pathname}${name} ${next}`);
    if (reaction === 'error') throw Response.error();
  };
  return { onUnhandledFrame: react, onUnhandledRequest: react };
}
