import { everyOperation } from '../../operations.ts';
import type { Check } from '../../rule.ts';

/** Checks that no operation has a request body, because derived programs do not send or read it. */
export const check: Check = (document) =>
  everyOperation(document).flatMap(({ id, at, node }) => {
    const message = `${id}: expected a request without a body, found requestBody; describe its fields as query parameters`;
    return 'requestBody' in node ? [{ message, at: [...at, 'requestBody'] }] : [];
  });
