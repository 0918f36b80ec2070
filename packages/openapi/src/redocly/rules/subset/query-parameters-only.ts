import { everyOperation } from '../../operations.ts';
import type { Check } from '../../rule.ts';

/** Checks that every parameter is in the query, because the operation table supports no other location. */
export const check: Check = (document) =>
  everyOperation(document).flatMap(({ id, parameters }) =>
    parameters
      .filter((parameter) => parameter.in !== 'query')
      .map(({ name, in: place, at }) => ({
        message: `${id}: parameter ${name}: expected in: query, found in: ${place}; make it a query parameter`,
        at,
      })),
  );
