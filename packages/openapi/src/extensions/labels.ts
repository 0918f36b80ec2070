import { isRecord, members } from '../openapi/node.ts';
import type { Document, Path } from '../openapi/openapi.ts';
import { walk } from '../openapi/walk.ts';

/** A readable name for a field with an unclear wire name (`x-label`). */
export interface FieldLabel {
  name: string;
  label: unknown;
  /** Location of the field. */
  at: Path;
  /** Names of the other fields in the same object. */
  beside: string[];
}

/** Returns the labels of a document, in document order. */
export const labelsOf = (document: Document): FieldLabel[] =>
  [...walk(document)].flatMap(({ node, at, named }) => {
    const properties = named ? [] : members(node.properties);
    return properties.flatMap(([name, field]) => {
      if (!isRecord(field) || field['x-label'] === undefined) return [];
      const beside = properties.map(([other]) => other).filter((other) => other !== name);
      return [{ name, label: field['x-label'], at: [...at, 'properties', name], beside }];
    });
  });

/** Converts a label to an identifier: `OEM number` becomes `oemNumber`. */
export const readableName = (label: string): string =>
  label
    .replace(/'/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase());
