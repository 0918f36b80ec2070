import { type HttpHandler, http } from 'msw';
import { path, pathEnd } from './contract.gen.ts';
import { type Answers, responder, successes } from './fake-answers.ts';

export { type Answer, type Answers, type AnswersOf, answers, type Overrides } from './fake-answers.ts';

/**
 * Makes handlers for MSW: `setupServer(...handlers())`, then `server.use(...handlers({ getFluids:
 * answers.getFluids.status(404) }))` in a test. Requests of other operations fall through to the handlers before; wrong
 * requests are refused as the document says. What MSW logs of them does not show the address.
 * @param given by operation; without it every operation answers the first example of the document
 * @param baseUrl the service's base address; any unless given
 */
export function handlers(given: Answers = successes, baseUrl?: string): HttpHandler[] {
  const address = baseUrl === undefined ? undefined : baseUrl.replace(pathEnd, '') + path;
  const find = (request: Request) => {
    const { origin, pathname, searchParams } = new URL(request.url);
    const here = address === undefined ? pathname.endsWith(path) : origin + pathname === address;
    return here ? responder(searchParams, given) : undefined;
  };
  // A handler that matched and does not answer would send the request, and the key, to the network.
  const handler = http.get(
    ({ request }) => find(request) !== undefined,
    // MSW prints the address of a request whose handler throws.
    async ({ request }) => find(request)?.().catch(() => Response.error()),
  );
  handler.log = async ({ response }) => console.log(`[MSW] GET ${path} (${response.status})`);
  return [handler];
}

/** What MSW hands over when no handler matches: version 3 a frame, version 2 the request. */
type Unhandled = { frame: { data: unknown } } | Request;

/**
 * Makes what MSW calls for a request without a handler: `listen({ onUnhandledFrame: unhandled('error') })`, with MSW 2
 * `onUnhandledRequest`. Use it instead of MSW's own `'warn'` and `'error'`: they print the whole address, and the key
 * with it.
 * @param reaction `'error'` makes the request fail like the network, `'warn'` lets it through
 */
export const unhandled =
  (reaction: 'warn' | 'error' = 'warn'): ((event: Unhandled) => void) =>
  (event) => {
    const { request } = ('frame' in event ? event.frame.data : { request: event }) as { request?: Request };
    if (!request) return;
    const { origin, pathname } = new URL(request.url);
    console[reaction](
      `[MSW] ${request.method} ${origin}${pathname}: no handler answers it. Add one, or check the base address.`,
    );
    if (reaction === 'error') throw Response.error();
  };
