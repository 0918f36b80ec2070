import { errorBody } from '@vehicle-lookup/contract';
import { checkNames } from '../call/options.ts';
import { path } from '../contract/contract.gen.ts';
import { type Answers, responder, successes } from './answers.ts';

export { type Answer, type Answers, type AnswersOf, answers, type Overrides } from './answers.ts';

/**
 * Creates a `fetch` for tests that responds like the service, without a network: `createVehicleLookup({ …, fetch: fakeFetch({
 * getFluids: answers.getFluids.status(404) }) })`. An invalid request returns the error that the document declares.
 * @param given answers, keyed by operation. Default: the first example in the document.
 * @param baseUrl a path, such as `/vehicles`, to respond like a page's own proxy, whose requests have no credentials
 */
export const fakeFetch = (given: Answers = {}, baseUrl?: string): typeof fetch => {
  checkNames('fakeFetch', given, Object.keys(successes));
  const own = Object.entries(given).filter(([, answer]) => answer !== undefined);
  const all: Answers = { ...successes, ...Object.fromEntries(own) };
  return async (input, init) => {
    const { url, signal } = input instanceof Request ? input : { url: input, signal: null };
    const signals = [signal, init?.signal];
    for (const one of signals) one?.throwIfAborted();
    const { pathname, searchParams } = new URL(url);
    const respond = pathname.endsWith(path) && responder(searchParams, all, baseUrl);
    if (!respond) return Response.json(errorBody(`The only path is ${path}.`), { status: 404 });
    const response = await respond();
    // The signals may have been aborted while the answer was created.
    for (const one of signals) one?.throwIfAborted();
    return response;
  };
};
