import { possibleKinds } from '../../../operations/possible-kinds.ts';
import { operationsOf, requestsOf } from '../../operations.ts';
import type { Check } from '../../rule.ts';

/** Checks that 400 and 401 responses have an example of each possible query error, named after the kind of error. */
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
          // The finding omits the operation name, so that a shared response is reported once.
          .map((kind) => ({
            message: `status ${status}: expected an example of the query error "${kind}" with this name, found none`,
            at: [...at, 'examples'],
          })),
      ),
  );
};
