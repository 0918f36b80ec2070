import { at, type Document, target, withForbiddenFields } from '@vehicle-lookup/openapi';
import { readMarks, specifiedOnly } from '@vehicle-lookup/openapi/provenance';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import standaloneCodeModule from 'ajv/dist/standalone/index.js';
import addFormatsModule from 'ajv-formats';
import { type DeclaredBodies, type DeclaredHeaders, refsOf, responseBodies, responseHeaders } from './bodies.ts';
import { patched } from './patch.ts';
import { documentShapes } from './shapes.ts';

// Both modules are CommonJS modules with a `default` property.
const addFormats = addFormatsModule.default;
const standaloneCode = standaloneCodeModule.default;

const OPTIONS: Options = {
  allErrors: true,
  inlineRefs: false,
  strict: true,
  // Without its assumptions, the error schema has properties but no type.
  strictTypes: false,
  code: { source: true, esm: true },
};

/**
 * Returns the code that validates bodies and headers: a validator for every envelope and every header, and the shapes of their
 * schemas. The code imports modules of ajv.
 * @returns an ES module with the exports that src/validators/compiled.d.ts declares
 */
export function validatorCode(document: Document): string {
  const [bodies, headers] = [responseBodies(document), responseHeaders(document)];
  const refs = [...new Set([...refsOf(bodies), ...refsOf(headers)])];
  const names = new Map(refs.map((ref, index) => [ref, `validate${index}`]));
  return `${patched(validators(document, refsOf(bodies), names), sampleCode())}
export const bodies = ${table(bodies, names)};
export const headers = ${table(headers, names)};
export const shapes = ${JSON.stringify(documentShapes(withForbiddenFields(document), refs), null, 1)};
`;
}

/**
 * @param bodies references to the schemas of bodies
 * @param names the validator name of each schema
 */
function validators(document: Document, bodies: readonly string[], names: ReadonlyMap<string, string>): string {
  const ajv = new Ajv2020(OPTIONS);
  addFormats(ajv);
  // Annotations of OpenAPI and of the document, which do not validate values.
  ajv.addVocabulary([...annotations(document), 'example', 'externalDocs', 'xml', 'discriminator', 'components']);
  const specified = specifiedForms(document, bodies);
  ajv.addSchema({ $id: 'document', components: withForbiddenFields(document).components } as object);
  ajv.addSchema({ $id: 'specified', components: specified.components } as object);
  for (const [ref, name] of names) {
    ajv.addSchema({ $id: name, $ref: `document${ref}` });
    ajv.addSchema({
      $id: `${name}Specified`,
      ...(target(specified, ref) === undefined ? {} : { $ref: `specified${ref}` }),
    });
  }
  const exported = [...names.values()].flatMap((name) => [name, `${name}Specified`]);
  return standaloneCode(ajv, Object.fromEntries(exported.map((name) => [name, name])));
}

/** Returns code that every patch changes: the validator of a list and of a recursive schema. */
export function sampleCode(): string {
  const ajv = new Ajv2020(OPTIONS);
  const nodes = { type: 'array', items: { $ref: '#/$defs/node' } };
  return standaloneCode(ajv, ajv.compile({ ...nodes, $defs: { node: { type: 'object', properties: { nodes } } } }));
}

/**
 * Returns the clauses-only view of a document, including assumed envelopes, because the values in an assumed envelope may be
 * specified.
 */
function specifiedForms(document: Document, refs: readonly string[]): Document {
  const source = structuredClone(document);
  for (const { node, key, covers } of readMarks(source)) {
    if (refs.includes(`#${covers}`)) delete (at(source, `${node}/x-assumes`) as Record<string, unknown>)[key];
  }
  return specifiedOnly(source);
}

function table(parts: DeclaredBodies | DeclaredHeaders, names: ReadonlyMap<string, string>): string {
  const text = JSON.stringify(parts, (key, value) => (key === 'ref' ? `validator:${value}` : value), 1);
  return text.replace(
    /"ref": "validator:([^"]*)"/g,
    (_, ref) =>
      `"ref": ${JSON.stringify(ref)},\n    "check": ${names.get(ref)},\n    "checkSpecified": ${names.get(ref)}Specified`,
  );
}

function annotations(node: unknown): Set<string> {
  const found = new Set<string>();
  JSON.stringify(node, (key, value) => {
    if (key.startsWith('x-')) found.add(key);
    return value;
  });
  return found;
}
