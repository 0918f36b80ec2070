import { failure, failureText, path } from './contract.gen.ts';
import { type Answers, responder, successes } from './fake-answers.ts';
import type { Fetch } from './send.ts';

export { type Answer, type Answers, type AnswersOf, answers, type Overrides } from './fake-answers.ts';

/**
 * Makes a `fetch` for tests that answers like the service and needs no network: `createVehicleLookup({ …, fetch:
 * fakeFetch({ getFluids: answers.getFluids.status(404) }) })`. Wrong requests are refused as the document says.
 * @param given by operation; others answer the first example of the document
 */
export const fakeFetch = (given: Answers = {}): Fetch => {
  const own = Object.entries(given).filter(([, answer]) => answer !== undefined);
  const all: Answers = { ...successes, ...Object.fromEntries(own) };
  return async (address, init) => {
    init?.signal?.throwIfAborted();
    const { pathname, searchParams } = new URL(address);
    const respond = pathname.endsWith(path) && responder(searchParams, all);
    if (!respond) return Response.json({ ...failure, [failureText]: `The only path is ${path}.` }, { status: 404 });
    const response = await respond();
    // Aborted while the answer was made.
    init?.signal?.throwIfAborted();
    return response;
  };
};
