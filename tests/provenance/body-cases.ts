import { type ResponseIssue, validate } from '@vehicle-lookup/contract/validators';
import { child, type Document, exampleBodies, jsonOf, readOperations } from '@vehicle-lookup/openapi';
import { clausesByPlace, readClauses, specifiedOnly } from '@vehicle-lookup/openapi/provenance';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Built } from '../support/documented.ts';
import { assumptionsIn, withoutAssumption, withoutClause } from './without.ts';

/** An invalid body with its issues and its result in the clauses-only view. */
export interface InvalidBody extends Mutant {
  issues: ResponseIssue[];
  /** Whether the clauses-only view accepts the original example. */
  isSpecified: boolean;
}

/** Invalid bodies that differ from an example of the document by one change. */
export interface BodyCases {
  bodies: InvalidBody[];
  /** The clauses-only view. */
  specified: Accepts;
  /** The document without an assumption, by ID. An invalid body that it accepts violates only this assumption. */
  withoutAssumption: Map<string, Accepts>;
  /** The document without a clause, by ID, for each clause with a location in the schema of a body. */
  withoutClause: Map<string, Accepts>;
}

/** Generates the cases from the document. */
export function bodyCases({ document }: Built): BodyCases {
  const accepts = acceptsOf(document);
  const specified = acceptsOf(specifiedOnly(document));
  const inBodies = clausesInBodies(document);
  const bodies = exampleBodies(document).flatMap((example) => {
    const isSpecified = specified(example.operation, example.status, example.body);
    return mutantsOf(example).flatMap((mutant): InvalidBody[] => {
      if (accepts(mutant.operation, mutant.status, mutant.body)) return [];
      const verdict = validate(mutant.operation, mutant.status, mutant.body);
      return [{ ...mutant, issues: verdict.ok ? [] : verdict.issues, isSpecified }];
    });
  });
  const without = (ids: Iterable<string>, remove: typeof withoutClause) =>
    new Map([...ids].map((id) => [id, acceptsOf(remove(document, id))]));
  return {
    bodies,
    specified,
    withoutAssumption: without(assumptionsIn(document), withoutAssumption),
    withoutClause: without(inBodies, withoutClause),
  };
}

/** Returns the names of the schemas that a body may contain. */
function bodySchemas(document: Built['document']): Set<string> {
  const { schemas = {} } = document.components as { schemas?: Record<string, unknown> };
  const found = new Set<string>();
  const follow = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node ?? null).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name]);
    }
  };
  const { pathItems, responses } = document.components ?? {};
  JSON.stringify([pathItems, responses], (key, value) => {
    if (key === 'content') follow(value);
    return value;
  });
  return found;
}

/** Returns the clauses that a body can violate, excluding clauses that state only a description. */
function clausesInBodies(document: Built['document']): string[] {
  const schemas = bodySchemas(document);
  const stated = [...clausesByPlace(document)].filter(([place]) => {
    const [, , kind, name = ''] = place.split('/');
    return kind === 'schemas' && schemas.has(name) && !/(?<!\/properties)\/description$/.test(place);
  });
  const ids = new Set(stated.flatMap(([, clauses]) => clauses));
  return [...readClauses(document).keys()].filter((id) => ids.has(id));
}

/** Reports whether a document accepts a body for an operation and a status. A status without a schema accepts everything. */
type Accepts = (operation: string, status: string, body: unknown) => boolean;

/** Returns a function that validates only with Ajv and the document, so that the code of this repository does not verify itself. */
function acceptsOf(document: Document): Accepts {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: document.components } as object);
  const schemas = new Map<string, unknown>(
    readOperations(document).flatMap(({ id, responses }) =>
      responses.map((response) => [`${id} ${response.status}`, jsonOf(response)?.schema ?? true] as const),
    ),
  );
  const compiled = new Map<string, (body: unknown) => boolean>();
  return (operation, status, body) => {
    const key = `${operation} ${status}`;
    const known = compiled.get(key);
    if (known) return known(body);
    const schema = JSON.parse(JSON.stringify(schemas.get(key) ?? true).replaceAll('"#/', '"document#/'));
    const check = ajv.compile(schema);
    compiled.set(key, check);
    return check(body);
  };
}

/** A body that differs from a valid body in one location. */
export interface Mutant {
  operation: string;
  status: string;
  /** The name of the original example. */
  name: string;
  /** A description of the change. */
  what: string;
  /** The JSON Pointer of the location. */
  pointer: string;
  body: unknown;
}

interface Good {
  operation: string;
  status: string;
  name: string;
  body: unknown;
}

const OTHER_VALUES = [null, true, false, 0, -1, 1.5, 2 ** 53, 'text', '', [], {}];
const OTHER_CHARACTERS = ['', ' ', '_', '0', 'A', 'é', '.'];

/** Returns every body with one missing field, or with one value replaced by a value of a different type or by a similar string. */
export function mutantsOf({ body, ...good }: Good): Mutant[] {
  return [...places(body)].flatMap(({ pointer, keys, value, isMember }) => {
    const mutant = (what: string, replacement: unknown): Mutant => ({
      ...good,
      what: `${pointer || 'the body'} ${what}`,
      pointer,
      body: changed(body, keys, replacement),
    });
    const others = OTHER_VALUES.filter((other) => JSON.stringify(other) !== JSON.stringify(value));
    return [
      ...(isMember ? [mutant('is missing', undefined)] : []),
      ...others.map((other) => mutant(`is ${JSON.stringify(other)}`, other)),
      ...(typeof value === 'string' ? similar(value).map((text) => mutant(`is ${JSON.stringify(text)}`, text)) : []),
    ];
  });
}

/** Returns strings that differ in one character or in case, or have one more character. */
function similar(text: string): string[] {
  const changes = [...text].flatMap((_, index) =>
    OTHER_CHARACTERS.map((character) => text.slice(0, index) + character + text.slice(index + 1)),
  );
  return [...new Set([...changes, `${text}0`, text.toUpperCase()])].filter((other) => other !== text);
}

interface Place {
  pointer: string;
  keys: string[];
  value: unknown;
  isMember: boolean;
}

/** Yields every location in a body. In a list, yields only the first element, because the other elements are similar. */
function* places(value: unknown, keys: string[] = [], isMember = false): Generator<Place> {
  yield { pointer: keys.reduce<string>(child, ''), keys, value, isMember };
  if (Array.isArray(value)) {
    if (value.length > 0) yield* places(value[0], [...keys, '0']);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) yield* places(one, [...keys, key], true);
  }
}

/** Returns a copy with a different value in one location; undefined removes the field. */
function changed(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  if (rest.length === 0 && replacement === undefined) delete copy[key];
  else copy[key] = changed(copy[key], rest, replacement);
  return copy;
}
