import { isRecord, members } from '../../../openapi/node.ts';
import { METHODS } from '../../../openapi/openapi.ts';
import { operationsOf } from '../../operations.ts';
import type { Check, RuleFinding } from '../../rule.ts';

/** Checks that each operationId is the key in components.pathItems, and that all operations have the same method. */
export const check: Check = (document) => {
  const read = operationsOf(document);
  if (!read) return [];
  const { wire, operations } = read;
  const { method } = wire;
  const names = operations.map(({ id, at, node }): RuleFinding[] => {
    const found = node.operationId;
    if (found === id) return [];
    const message = `operationId of ${id}: expected "${id}", its key in components.pathItems; found ${JSON.stringify(found) ?? 'none'}`;
    return [{ message, at: [...at, 'operationId'] }];
  });
  const taken = operations
    .filter(({ id }) => id === wire.node.operationId)
    .map(({ id }): RuleFinding => {
      const message = `operationId of the query operation: expected a unique name, found "${id}"`;
      return { message, at: [...wire.at, 'operationId'] };
    });
  const methods = members(document.components?.pathItems).flatMap(([id, item]): RuleFinding[] => {
    const found = METHODS.filter((name) => isRecord(item) && name in item);
    if (found.length === 1 && found[0] === method) return [];
    const message = `${id}: expected only the method ${method}, as on the wire; found ${found.join(', ') || 'none'}`;
    return [{ message, at: ['components', 'pathItems', id] }];
  });
  return [...names.flat(), ...taken, ...methods];
};
