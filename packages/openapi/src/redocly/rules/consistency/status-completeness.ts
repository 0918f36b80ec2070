import { items } from '../../../openapi/node.ts';
import { operationsOf } from '../../operations.ts';
import type { Check } from '../../rule.ts';

/** Checks that every operation declares every status of the query operation, except the statuses in the option `optional`. */
export const check: Check<{ optional?: string[] }> = (document, { optional }) => {
  const read = operationsOf(document);
  if (!read) return [];
  const { wire, operations } = read;
  const expected = wire.responses.map(({ status }) => status).filter((status) => !items(optional).includes(status));
  return operations.flatMap(({ id, at, responses }) =>
    expected
      .filter((status) => !responses.some((response) => response.status === status))
      .map((status) => ({
        message: `${id}: expected status ${status} as on the query operation, found none (if only some operations have this status, list it in the rule option \`optional\`)`,
        at: [...at, 'responses'],
      })),
  );
};
