import { items, member, members } from '../../../openapi/node.ts';
import type { Document } from '../../../openapi/openapi.ts';
import { everyOperation } from '../../operations.ts';
import type { Check, RuleFinding } from '../../rule.ts';

/**
 * Checks that every request has the same credentials: `security` must be only at the root of the document. Derived programs use
 * the first requirement, so each alternative must have a credential outside the query.
 */
export const check: Check = (document) => [...requirements(document), ...ownSecurity(document)];

function requirements(document: Document): RuleFinding[] {
  const [first, ...alternatives] = items(document.security);
  if (first === undefined) return [];
  if (members(first).length === 0) {
    const message =
      'security: expected the names of the credentials, found an empty requirement; remove security if requests need no credentials';
    return [{ message, at: ['security', 0] }];
  }
  return alternatives.flatMap((alternative, index) => {
    const names = members(alternative).map(([name]) => name);
    if (names.some((name) => !isInQuery(document, name))) return [];
    const message = `security: expected a credential outside the query in each alternative requirement, found ${names.join(' and ') || 'none'}; keep one requirement for the query`;
    return [{ message, at: ['security', index + 1] }];
  });
}

const isInQuery = (document: Document, name: string): boolean =>
  member(document.components?.securitySchemes?.[name], 'in') === 'query';

const ownSecurity = (document: Document): RuleFinding[] =>
  everyOperation(document).flatMap(({ id, at, node }) => {
    const message = `${id}: expected security only at the root of the document, found it in the operation; move it to the root`;
    return 'security' in node ? [{ message, at: [...at, 'security'] }] : [];
  });
