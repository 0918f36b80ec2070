import { items, members } from '../../../openapi/node.ts';
import type { Document } from '../../../openapi/openapi.ts';
import { everyOperation } from '../../operations.ts';
import type { Check, RuleFinding } from '../../rule.ts';

/** Every request has the same credentials: `security` is at the document's root only, with one requirement. */
export const check: Check = (document) => [...alternatives(document.security), ...ownSecurity(document)];

function alternatives(security: unknown): RuleFinding[] {
  const requirements = items(security);
  const at = ['security'];
  if (requirements.length > 1) {
    const found = requirements
      .map(
        (one) =>
          members(one)
            .map(([name]) => name)
            .join(' and ') || 'none',
      )
      .join(', or ');
    const message = `security: expected one requirement that names every credential, found ${requirements.length} alternatives (${found}); keep one`;
    return [{ message, at }];
  }
  if (requirements.length === 1 && members(requirements[0]).length === 0) {
    const message =
      'security: expected the names of the credentials, found an empty requirement; leave security out where requests need none';
    return [{ message, at: [...at, 0] }];
  }
  return [];
}

const ownSecurity = (document: Document): RuleFinding[] =>
  everyOperation(document).flatMap(({ id, at, node }) => {
    const message = `${id}: expected security at the document's root only, found some in the operation; move it there`;
    return 'security' in node ? [{ message, at: [...at, 'security'] }] : [];
  });
