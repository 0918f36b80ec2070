import { bodyForms } from '../openapi/body-forms.ts';
import { isRecord, members } from '../openapi/node.ts';
import type { Document } from '../openapi/openapi.ts';
import { child } from '../openapi/pointer.ts';
import { resolveSchema } from '../openapi/reference.ts';
import { readOperations } from './read-operations.ts';

/** The fields of the records in successful responses. */
export interface RecordFields {
  /** Fields in document order, such as `Vehicle.year`, with the operations that return them. */
  all: { name: string; operations: string[] }[];
  /** Returns the fields in a success body, and whether any record has a value for each field. */
  shownBy: (operation: string, body: unknown) => ReadonlyMap<string, boolean>;
}

/** Returns the operation and the path of a field below the envelope, without indices: `getOemParts /parts/oe_number`. */
const placeOf = (operation: string, path: readonly string[]): string =>
  `${operation} ${path.reduce<string>(child, '')}`;

/** The envelope field that contains the records. */
const RECORDS = 'data';

/**
 * Returns the fields of the records in successful responses. If several envelopes have a field at the same location, the
 * field is counted once and named after the first envelope. The fields of the envelope itself are not counted.
 */
export function recordFields(document: Document): RecordFields {
  const at = new Map<string, string>();
  const operations = new Map<string, Set<string>>();
  for (const { id, responses } of readOperations(document)) {
    const media = responses.filter(({ status }) => status === '200').flatMap((response) => response.media);
    for (const { schema, at: place } of media) {
      for (const form of bodyForms(document, schema, [...place, 'schema'])) visit(id, form.schema, '', [], []);
    }
  }
  return {
    all: [...operations].map(([name, ids]) => ({ name, operations: [...ids] })),
    shownBy: (operation, body) => {
      const shown = new Map<string, boolean>();
      show(operation, isRecord(body) && RECORDS in body ? body[RECORDS] : body, [], shown);
      return shown;
    },
  };

  /**
   * @param component the record that contains the field, unless the field refers to its own component
   * @param within the enclosing records
   */
  function visit(
    operation: string,
    node: unknown,
    component: string,
    path: readonly string[],
    within: readonly string[],
  ): void {
    const { schema, component: named } = resolveSchema(document, node);
    // A record nested in a record of the same component adds no fields.
    if (named !== undefined && within.includes(named)) return;
    const own = named ?? component;
    if (schema.items !== undefined) visit(operation, schema.items, own, path, within);
    for (const [name, property] of members(schema.properties)) {
      // The fields of the envelope are skipped, except the field that contains the records.
      const isEnvelope = path.length === 0 && isRecord(schema.properties) && RECORDS in schema.properties;
      if (isEnvelope) {
        if (name === RECORDS) visit(operation, property, '', path, []);
        continue;
      }
      const place = placeOf(operation, [...path, name]);
      const field = at.get(place) ?? `${own}.${name}`;
      at.set(place, field);
      operations.set(field, (operations.get(field) ?? new Set()).add(operation));
      visit(operation, property, own, [...path, name], [...within, own]);
    }
  }

  function show(operation: string, value: unknown, path: readonly string[], shown: Map<string, boolean>): void {
    if (Array.isArray(value)) {
      for (const element of value) show(operation, element, path, shown);
      return;
    }
    for (const [key, own] of members(value)) {
      const below = [...path, key];
      const name = at.get(placeOf(operation, below));
      // Undocumented fields and the fields within them are not counted.
      if (name === undefined) continue;
      shown.set(name, shown.get(name) === true || !isEmpty(own));
      show(operation, own, below, shown);
    }
  }
}

const isEmpty = (value: unknown): boolean =>
  value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
