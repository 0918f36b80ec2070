import { isRecord, members } from '../../../openapi/node.ts';
import type { Check } from '../../rule.ts';

/** Credentials are query parameters: derived programs look for them, send them and mask them nowhere else. */
export const check: Check = (document) =>
  members(document.components?.securitySchemes).flatMap(([name, scheme]) => {
    if (!isRecord(scheme) || (scheme.type === 'apiKey' && scheme.in === 'query')) return [];
    const found = scheme.type === 'apiKey' ? `in: ${scheme.in}` : `type: ${scheme.type}`;
    const message = `credential ${name}: expected type: apiKey with in: query, found ${found}; describe a query parameter, or leave the scheme out`;
    return [{ message, at: ['components', 'securitySchemes', name] }];
  });
