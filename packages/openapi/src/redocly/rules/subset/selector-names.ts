import { operationsOf } from '../../operations.ts';
import type { Check } from '../../rule.ts';

/** Checks that a name is a selector in every operation that accepts it, or in none. Otherwise, a query is ambiguous. */
export const check: Check = (document) => {
  const { operations = [] } = operationsOf(document) ?? {};
  const selecting = new Map(
    operations.flatMap(({ id, parameters }) =>
      parameters.filter(({ selector }) => selector !== undefined).map(({ name, selector }) => [name, { id, selector }]),
    ),
  );
  return operations.flatMap(({ id, parameters }) =>
    parameters.flatMap(({ name, in: place, selector, at }) => {
      const other = selecting.get(name);
      if (!other || selector !== undefined || place !== 'query') return [];
      const message = `${id}: parameter ${name}: expected a selector (required, with a const) as in ${other.id} (${name}=${other.selector}), found a parameter; rename one of them`;
      return [{ message, at }];
    }),
  );
};
