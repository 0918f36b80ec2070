import {
  bodyForms,
  child,
  type Document,
  isRecord,
  members,
  readOperations,
  resolveSchema,
} from '@vehicle-lookup/openapi';
import type { Judgement } from '../checks/judgement.ts';
import type { FieldCoverage, FieldSighting } from '../history/past-result.ts';
import { oncePer } from '../once-per.ts';

/** The fields of the document's records, and where a success has each. */
export interface ContractFields {
  /** In the document's order. */
  all: Pick<FieldCoverage, 'name' | 'operations'>[];
  /** The name of the field at a place of an operation's success, by `placeOf`. */
  at: ReadonlyMap<string, string>;
}

/** Below an envelope, and of every element of a list: `getOemParts /parts/oe_number`. */
const placeOf = (operation: string, path: readonly string[]): string =>
  `${operation} ${path.reduce<string>(child, '')}`;

/** What the envelopes call their records. */
const RECORDS = 'data';

/**
 * Reads the fields of the records that successes hold. A field that several forms of a body have at one place is one field,
 * named after the first form; the fields of an envelope are not counted.
 */
export const contractFields: (document: Document) => ContractFields = oncePer(readFields);

function readFields(document: Document): ContractFields {
  const at = new Map<string, string>();
  const operations = new Map<string, Set<string>>();
  for (const { id, responses } of readOperations(document)) {
    const media = responses.filter(({ status }) => status === '200').flatMap((response) => response.media);
    for (const { schema, at: place } of media) {
      for (const form of bodyForms(document, schema, [...place, 'schema'])) visit(id, form.schema, '', [], []);
    }
  }
  return { all: [...operations].map(([name, ids]) => ({ name, operations: [...ids] })), at };

  /**
   * @param component the record that a field without a component of its own belongs to
   * @param within the records above
   */
  function visit(
    operation: string,
    node: unknown,
    component: string,
    path: readonly string[],
    within: readonly string[],
  ): void {
    const { schema, component: named } = resolveSchema(document, node);
    // A record that holds others of its kind has their fields already.
    if (named !== undefined && within.includes(named)) return;
    const own = named ?? component;
    if (schema.items !== undefined) visit(operation, schema.items, own, path, within);
    for (const [name, property] of members(schema.properties)) {
      // The envelope is an object without a component of its own; its records are.
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
}

/** The fields that successes showed, wrong ones included: one fault hides nothing else. */
export function sightingsIn(
  { at: names }: ContractFields,
  judgements: readonly Judgement[],
  at: string,
): FieldSighting[] {
  const found = new Map<string, FieldSighting['state']>();
  for (const { request, response, json } of judgements) {
    if (response?.status !== 200 || !json) continue;
    const { body } = json;
    const records = isRecord(body) && RECORDS in body ? body[RECORDS] : body;
    visit(request.operation, records, []);
  }
  return [...found].map(([name, state]) => ({ name, state, at }));

  function visit(operation: string, value: unknown, path: readonly string[]): void {
    if (Array.isArray(value)) {
      for (const element of value) visit(operation, element, path);
      return;
    }
    for (const [key, own] of members(value)) {
      const below = [...path, key];
      const name = names.get(placeOf(operation, below));
      // What the document does not mention has no field, nor has anything in it.
      if (name === undefined) continue;
      if (!isEmpty(own)) found.set(name, 'with-value');
      else if (!found.has(name)) found.set(name, 'only-empty');
      visit(operation, own, below);
    }
  }
}

const isEmpty = (value: unknown): boolean =>
  value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
