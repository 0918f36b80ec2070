import { isRecord, items, members } from '../../../openapi/node.ts';
import type { Check } from '../../rule.ts';

/**
 * Checks that the credentials of the first security requirement are query parameters, because derived programs support no other
 * location. Alternative requirements may name headers, which services may accept but derived programs do not send.
 */
export const check: Check = (document) => {
  const [first, ...alternatives] = items(document.security);
  const required = namesIn(first);
  const alternative = alternatives.flatMap(namesIn);
  return members(document.components?.securitySchemes).flatMap(([name, scheme]) => {
    if (!isRecord(scheme) || (scheme.type === 'apiKey' && scheme.in === 'query')) return [];
    if (alternative.includes(name) && !required.includes(name) && isHeader(scheme)) return [];
    const found = scheme.type === 'apiKey' ? `in: ${scheme.in}` : `type: ${scheme.type}`;
    const message = `credential ${name}: expected type: apiKey with in: query, found ${found}; describe a query parameter, or remove the scheme`;
    return [{ message, at: ['components', 'securitySchemes', name] }];
  });
};

const namesIn = (requirement: unknown): string[] => members(requirement).map(([name]) => name);

const isHeader = ({ type, in: place }: Record<string, unknown>): boolean =>
  type === 'http' || (type === 'apiKey' && place === 'header');
