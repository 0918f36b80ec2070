import type { Document } from './openapi.ts';
import { at, child } from './pointer.ts';

/** Removes unreferenced components from a document. Path items and security schemes are kept, because no `$ref` refers to them. */
export function removeUnused({ components, ...rest }: Document): void {
  const kinds = Object.entries(components ?? {}).filter(([kind]) => !['pathItems', 'securitySchemes'].includes(kind));
  const used = new Set<string>();
  const follow = (node: unknown): void => {
    JSON.stringify(node, (key, value) => {
      if (key === '$ref' && !used.has(value)) {
        used.add(value);
        follow(at({ components }, value));
      }
      return value;
    });
  };
  follow([rest, components?.pathItems]);
  for (const [kind, named] of kinds) {
    for (const name of Object.keys(Object(named))) {
      if (!used.has(child(`#/components/${kind}`, name))) delete (named as Record<string, unknown>)[name];
    }
  }
}
