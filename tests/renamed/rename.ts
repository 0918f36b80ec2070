import type { Document } from '@vehicle-lookup/openapi';

/** Rotates every letter by 13 places. Applying the function twice returns the original name. */
export const turn = (name: string): string =>
  name.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names that belong to one API. */
export interface Names {
  operations: Set<string>;
  /** The names of query parameters, without the credentials. */
  parameters: Set<string>;
  /** The names of body fields. */
  fields: Set<string>;
}

/** Collects the names in a bundled document. */
export function namesOf(document: Document, credentials: string[]): Names {
  const operations = new Set(Object.keys(document.components?.pathItems ?? {}));
  const [parameters, fields] = [new Set<string>(), new Set<string>()];
  visit(document, (node) => {
    if (node.in === 'query' && 'schema' in node && !credentials.includes(String(node.name)))
      parameters.add(String(node.name));
    if (isNode(node.properties)) for (const name of Object.keys(node.properties)) fields.add(name);
  });
  return { operations, parameters, fields };
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see);
  if (!isNode(value)) return;
  see(value);
  for (const member of Object.values(value)) visit(member, see);
}

/** Renames every operation, parameter and payload field. Strings do not change, except queries in example summaries. */
export function renameDocument(document: Document, names: Names): Document {
  return rename(document, names) as Document;
}

function rename(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, names));
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, renameMember(value, key, member, names)]),
  );
}

function renameMember(owner: Node, key: string, member: unknown, names: Names): unknown {
  const isExamples = Array.isArray(member) && (key === 'examples' || key === 'enum');
  if (key === 'example' || key === 'value' || isExamples) return renameBody(member, names);
  if (key === 'pathItems' || key === 'properties') {
    const entries = Object.entries(member as Node).map(([name, inner]) => [turn(name), rename(inner, names)]);
    return Object.fromEntries(entries);
  }
  if (key === 'x-assumes' || key === 'x-specified') return renameMarks(member as Node, names);
  if (key === 'places' && Array.isArray(member)) return member.map((place) => renamePlace(String(place)));
  if (key === 'operationId' && names.operations.has(String(member))) return turn(String(member));
  if (key === 'name' && owner.in === 'query' && names.parameters.has(String(member))) return turn(String(member));
  if (key === 'required' && Array.isArray(member)) return member.map((name) => turn(String(name)));
  if (key === '$ref') return renamePlace(String(member));
  if (key === 'summary') return renameQueries(String(member), names);
  return rename(member, names);
}

/** Renames the names in a reference or a location: `#/components/schemas/Vehicle/properties/year`, `…/required/year`. */
const renamePlace = (place: string): string =>
  place.replace(/(?<=(?:^|\/)(?:properties|pathItems|required)\/)[^/*]+/g, turn);

/** Renames the keys of marks, which contain a keyword or the path to a field: `properties/carId`. */
const renameMarks = (marks: Node, names: Names): Node =>
  Object.fromEntries(
    Object.entries(marks).map(([key, value]) => [
      renamePlace(key),
      typeof value === 'object' ? renameMember({}, key, value, names) : value,
    ]),
  );

/** Renames the fields of a body or of a part of it. */
export function renameBody(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => renameBody(item, names));
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [names.fields.has(key) ? turn(key) : key, renameBody(member, names)]),
  );
}

/** Renames the parameters of a query. Values, credentials and unknown names do not change. */
export const renameQuery = (query: string, { parameters }: Names): string =>
  query.replace(/(^|&)([^=&]+)/g, (_, before, name) => before + (parameters.has(name) ? turn(name) : name));

/** Renames the query in an example summary. */
const renameQueries = (text: string, names: Names): string =>
  /^\S+=\S*$/.test(text) ? renameQuery(text, names) : text;

/** Reverts the renaming in any text, including camel case. A renamed name is never an English word or a keyword. */
export function renameBack(text: string, { operations, parameters, fields }: Names): string {
  const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const turned = new Set([...operations, ...parameters, ...fields].flatMap((name) => [turn(name), camel(turn(name))]));
  return text.replace(/[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*/g, (word) => (turned.has(word) ? turn(word) : word));
}
