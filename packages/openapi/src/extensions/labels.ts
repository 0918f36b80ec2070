import { isRecord, members } from '../openapi/node.ts';
import type { Document, Path } from '../openapi/openapi.ts';
import { walk } from '../openapi/walk.ts';

/** What people call a field whose name on the wire says little (`x-label`). */
export interface FieldLabel {
  name: string;
  label: unknown;
  /** The place of the field. */
  at: Path;
  /** The other fields of its object. */
  beside: string[];
}

/** The labels of a document, in its order. */
export const labelsOf = (document: Document): FieldLabel[] =>
  [...walk(document)].flatMap(({ node, at, named }) => {
    const properties = named ? [] : members(node.properties);
    return properties.flatMap(([name, field]) => {
      if (!isRecord(field) || field['x-label'] === undefined) return [];
      const beside = properties.map(([other]) => other).filter((other) => other !== name);
      return [{ name, label: field['x-label'], at: [...at, 'properties', name], beside }];
    });
  });

/** The name of a field in code, from its label: `OEM number` is `oemNumber`. */
export const readableName = (label: string): string =>
  label
    .replace(/'/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase());
