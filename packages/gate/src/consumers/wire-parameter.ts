import { at, dereference, member, readOperations } from '@vehicle-lookup/openapi';
import type { Change } from '../comparison/change.ts';
import type { LoadedDocument } from '../document/load.ts';

/**
 * The operations that take the parameter which a change of the wire operation is about: only their callers send it.
 * @returns undefined for any other change, and for a parameter that no operation takes: it concerns every request
 */
export function takersOf(
  { kind, pointer, before }: Change,
  base: LoadedDocument,
  revision: LoadedDocument,
): string[] | undefined {
  const [, place, keyword] = /^(\/paths\/[^/]+(?:\/[^/]+)?\/parameters\/\d+)(?:\/([^/]+))?/.exec(pointer) ?? [];
  if (place === undefined || !base.hasSelectors) return undefined;
  const { document } = kind === 'removed' ? base : revision;
  const isRenamed = keyword === 'name' && typeof before === 'string';
  const name = isRenamed ? before : member(dereference<unknown>(document, at(document, place)), 'name');
  const takers = readOperations(base.document).filter(({ parameters }) => parameters.some((one) => one.name === name));
  return takers.length > 0 ? takers.map(({ id }) => id) : undefined;
}
