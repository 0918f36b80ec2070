import { jsonOf } from '../../../operations/read-operations.ts';
import { everyOperation } from '../../operations.ts';
import type { Check } from '../../rule.ts';

/** Every body is JSON: types, validators and mock read `application/json` only. */
export const check: Check = (document) =>
  everyOperation(document).flatMap(({ responses }) =>
    responses.flatMap((response) =>
      response.media
        .filter((media) => media !== jsonOf(response))
        // The finding does not name the operation: a response that operations share is reported once.
        .map(({ type, at }) => ({
          message: `status ${response.status}: expected the media type application/json only, found ${type}; describe the body as JSON`,
          at,
        })),
    ),
  );
