import { everyOperation } from '../../operations.ts';
import type { Check } from '../../rule.ts';

/** A request consists only of its query, because derived programs neither send nor read a body. */
export const check: Check = (document) =>
  everyOperation(document).flatMap(({ id, at, node }) => {
    const message = `${id}: expected a request without a body, found requestBody; describe its fields as query parameters`;
    return 'requestBody' in node ? [{ message, at: [...at, 'requestBody'] }] : [];
  });
