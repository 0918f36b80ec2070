import { jsonOf } from '../../../operations/read-operations.ts';
import { everyOperation } from '../../operations.ts';
import type { Check } from '../../rule.ts';

/** Checks that every body is JSON, because types, validators and the mock support only `application/json`. */
export const check: Check = (document) =>
  everyOperation(document).flatMap(({ responses }) =>
    responses.flatMap((response) =>
      response.media
        .filter((media) => media !== jsonOf(response))
        // The finding omits the operation name, so that a shared response is reported once.
        .map(({ type, at }) => ({
          message: `status ${response.status}: expected only the media type application/json, found ${type}; describe the body as JSON`,
          at,
        })),
    ),
  );
