import { isDeepStrictEqual } from 'node:util';
import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { selectorText } from '../body/answered-as.ts';
import type { ContractCheck } from '../check.ts';
import { readBody } from '../read-body.ts';
import { hasRecords } from '../records.ts';
import { comparedRequest } from './meaning.ts';

/** Operations whose responses have the same schema but cannot have the same content. */
const DIFFERENT: Readonly<Record<string, readonly string[]>> = { listModels: ['listBrands'] };

// Two empty lists prove nothing.
export const selectorIgnored: ContractCheck = {
  code: 'selector-ignored',
  title: 'Two operations return the same response',
  clause: 'endpoints.rule-1a',
  reading: 'Each selector selects its own operation, so two selectors cannot return the same response.',
  ofResponse: (response, { operation: { entry }, verdict, earlier }) => {
    const content = contentOf(readBody(response).json?.body);
    if (response.status !== 200 || !hasRecords(verdict) || content.length === 0) return [];
    return (DIFFERENT[entry.id] ?? [])
      .filter((other) => isDeepStrictEqual(content, contentOf(earlier(other)?.body)))
      .map((other) => ({
        ...comparedRequest(other, earlier),
        title: `${entry.id} returns the list of ${other}`,
        expected: `a response different from the response of ${other}`,
        got: `the ${content.length} entries of ${other}`,
        next: `Route ${selectorText(entry)} to ${entry.id}, and never return the list of ${other} for an unknown ${joinWords(Object.keys(entry.parameters), 'or')}.`,
      }));
  },
};

/** Returns the lists and records of a body. Other fields, such as a timestamp, differ between responses. */
function contentOf(body: unknown): unknown[] {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return [];
  return Object.values(body).flatMap((member) => (typeof member === 'object' && member !== null ? member : []));
}
