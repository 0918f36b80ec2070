import { at, type Document, target } from '@vehicle-lookup/document';
import { readMarks, specifiedOnly } from '@vehicle-lookup/document/provenance';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCodeModule from 'ajv/dist/standalone/index.js';
import addFormatsModule from 'ajv-formats';
import { build } from 'esbuild';
import { MOST_ISSUES } from '../src/body.ts';
import { type Bodies, type Headers, refsOf } from './bodies.ts';

// Both are CommonJS with a `default` member.
const addFormats = addFormatsModule.default;
const standaloneCode = standaloneCodeModule.default;

/** Emits one module with a validator for every variant of every body, and for every header. It has no dependency at run time. */
export async function validatorCode(document: Document, bodies: Bodies, headers: Headers): Promise<string> {
  const ajv = new Ajv2020({
    allErrors: true,
    inlineRefs: false,
    strict: true,
    allowUnionTypes: true,
    code: { source: true, esm: true },
  });
  addFormats(ajv);
  // Annotations of OpenAPI and of the document itself: they validate nothing.
  ajv.addVocabulary([...annotations(document), 'example', 'externalDocs', 'xml', 'discriminator', 'components']);
  const refs = [...new Set([...refsOf(bodies), ...refsOf(headers)])];
  const specified = specifiedForms(document, refsOf(bodies));
  ajv.addSchema({ $id: 'document', components: document.components } as object);
  ajv.addSchema({ $id: 'specified', components: specified.components } as object);
  const names = new Map(refs.map((ref, index) => [ref, `validate${index}`]));
  for (const [ref, name] of names) {
    ajv.addSchema({ $id: name, $ref: `document${ref}` });
    ajv.addSchema({
      $id: `${name}Specified`,
      ...(target(specified, ref) === undefined ? {} : { $ref: `specified${ref}` }),
    });
  }
  const exported = [...names.values()].flatMap((name) => [name, `${name}Specified`]);
  const code = standaloneCode(ajv, Object.fromEntries(exported.map((name) => [name, name])));
  return `// @ts-nocheck: made by ajv; its types stand in body.ts
import type { Bodies, Headers } from './body.ts';

${await bundle(code)}
/** operationId → status → the documented forms of the body. */
export const bodies: Bodies = ${table(bodies, names)};

/** operationId → status → the declared headers. */
export const headers: Headers = ${table(headers, names)};
`;
}

/**
 * The clauses-only view of a document, in which every form of a body is still there: whether a form may be sent is one
 * question, what the specification says of the values in it another.
 */
function specifiedForms(document: Document, refs: readonly string[]): Document {
  const source = structuredClone(document);
  for (const { node, key, covers } of readMarks(source)) {
    if (refs.includes(`#${covers}`)) delete (at(source, `${node}/x-assumes`) as Record<string, unknown>)[key];
  }
  return specifiedOnly(source);
}

/** ajv's code requires modules of ajv; they are bundled into it, without exports of their own. */
async function bundle(code: string): Promise<string> {
  const result = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['main'],
    legalComments: 'none',
    write: false,
  });
  const [file] = result.outputFiles;
  // The paths of these modules depend on the machine and on the working directory.
  const text = (file?.text ?? '').replace(/^export \{[^}]*\};?\s*$/m, '').replace(/[^\s"]*node_modules\//g, '');
  return text.replace(COPYING, 'vErrors = joined(vErrors, $1.errors)').replace(LISTS, BOUNDED) + JOINED;
}

/** For every invalid element of a list, ajv copies the errors of all elements before it: a long list would take hours. */
const COPYING = /vErrors = vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\)/g;
/**
 * Millions of invalid elements would take all memory. After so many errors a list is invalid, whatever follows. Only errors of
 * the list itself count, because errors before it may belong to another member of an `anyOf`.
 */
const LISTS = /for \(let (i\d+) = 0; \1 < (len\d+); \1\+\+\)/g;
const BOUNDED = `for (let $1 = 0, from$1 = errors; $1 < $2 && errors - from$1 < ${MOST_ISSUES}; $1++)`;
const JOINED = `
function joined(errors, more) {
  if (errors === null) return more;
  for (const error of more) errors.push(error);
  return errors;
}
`;

function table(parts: Bodies | Headers, names: Map<string, string>): string {
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
