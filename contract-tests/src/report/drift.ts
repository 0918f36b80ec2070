import { at, pattern } from '@vehicle-lookup/openapi';
import { leaks } from '@vehicle-lookup/openapi/secrets';
import type { Judgement } from '../checks/judgement.ts';
import { groupBy } from '../group-by.ts';
import type { Drift } from './report.ts';

/** Returns the fields that the document does not mention. The elements of a list are counted together. */
export function driftOf(judgements: readonly Judgement[], secrets: readonly string[]): Drift[] {
  const places = judgements.flatMap(({ request, response, json, undocumented }) =>
    undocumented.map((pointer) => {
      const name = pattern(json?.body, pointer);
      return {
        operation: request.operation,
        status: String(response?.status),
        // A service may use any string as a field name.
        pointer: leaks(name, secrets) ? '/***' : name,
        type: typeOf(at(json?.body, pointer)),
      };
    }),
  );
  const groups = groupBy(places, ({ operation, status, pointer }) => JSON.stringify([operation, status, pointer]));
  return [...groups.values()].flatMap((ofPlace) => {
    const types = [...new Set(ofPlace.map(({ type }) => type))].sort();
    return ofPlace.slice(0, 1).map(({ type, ...place }) => ({ ...place, types, count: ofPlace.length }));
  });
}

/** Returns the JSON type of a value. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
