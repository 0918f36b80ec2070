import { possibleKinds } from '../../../operations/possible-kinds.ts';
import { operationsOf, requestsOf } from '../../operations.ts';
import type { Check } from '../../rule.ts';

/** The 400 and 401 of every operation have an example of each possible query error, named after its kind. */
export const check: Check = (document) => {
  const table = requestsOf(document);
  const read = operationsOf(document);
  if (!table || !read) return [];
  return Object.entries(possibleKinds(table)).flatMap(([status, kinds]) =>
    [read.wire, ...read.operations]
      .flatMap(({ responses }) => responses.filter((response) => response.status === status))
      .flatMap(({ media }) => media)
      .flatMap(({ at, examples }) =>
        kinds
          .filter((kind) => !examples.some(({ name }) => name === kind))
          // The finding does not name the operation: a response that operations share is reported once.
          .map((kind) => ({
            message: `status ${status}: expected an example of the query error "${kind}" with this name, found none`,
            at: [...at, 'examples'],
          })),
      ),
  );
};
