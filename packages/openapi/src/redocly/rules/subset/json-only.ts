import { jsonOf } from '../../../operations/read-operations.ts';
import { everyOperation } from '../../operations.ts';
import type { Check } from '../../rule.ts';

/** Every body is JSON, because types, validators and mock read only `application/json`. */
export const check: Check = (document) =>
  everyOperation(document).flatMap(({ responses }) =>
    responses.flatMap((response) =>
      response.media
        .filter((media) => media !== jsonOf(response))
        // The finding does not name the operation: a response that operations share is reported once.
        .map(({ type, at }) => ({
          message: `status ${response.status}: expected only the media type application/json, found ${type}; describe the body as JSON`,
          at,
        })),
    ),
  );
