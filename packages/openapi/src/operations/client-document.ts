import { bodyForms } from '../openapi/body-forms.ts';
import { isRecord, items } from '../openapi/node.ts';
import type { Document, Json, MediaType, Operation, Parameter, PathItem, Schema } from '../openapi/openapi.ts';
import { dereference } from '../openapi/reference.ts';
import { removeUnused } from '../openapi/unused.ts';
import { walk } from '../openapi/walk.ts';
import { onePathPerOperation } from './projections.ts';
import { type DocumentedOperation, jsonOf, readOperations } from './read-operations.ts';

/** Keys that only readers of the contract need. Generators copy strings into code, and some generators reject unknown keys. */
const NOT_FOR_CLIENTS = ['x-assumes', 'x-assumptions', 'x-clauses', 'x-specified'];

/** Names that generators use for their own types. A schema with such a name would become `Error2`, or shadow the generated type. */
const TAKEN = ['Envelope', 'Error', 'Request', 'Response'];

/**
 * Returns the document for client generators: `onePathPerOperation` without the parts that generators handle inconsistently.
 * Selectors and credentials are not parameters, because the layer that sends the actual request adds them. `x-selector` lists
 * the selectors. A successful response has one envelope and requires only the fields that all envelopes require.
 * @param source a bundled document
 */
export function clientDocument(source: Document): Document {
  const copy = structuredClone(source);
  const operations = readOperations(copy);
  for (const operation of operations) keepFullForm(copy, operation);
  const { paths = {}, info, servers = [], ...rest } = onePathPerOperation(copy);
  for (const operation of operations) withoutSelectors(copy, operation, paths[`/${operation.id}`] as PathItem);
  const document: Document = {
    ...rest,
    info: { ...info, description: `${aboutPaths(info?.description)} ${ABOUT_SELECTORS}` },
    // Generators derive a class name from the description.
    servers: servers.map((server) => ({ ...server, description: 'Service' })),
    security: [],
    paths,
  };
  delete document.components?.securitySchemes;
  for (const { node, named } of walk(document)) if (!named) for (const key of NOT_FOR_CLIENTS) delete node[key];
  removeUnused(document);
  return withFreeNames(document);
}

const ABOUT_SELECTORS =
  '`x-selector` lists the parameters that select the operation. The layer below a generated client adds these parameters and the ' +
  'credentials to the request.';

/** Returns the first paragraph. The other paragraphs are only for readers of the contract. */
const aboutPaths = (description = ''): string => description.split('\n\n')[0] ?? '';

/** Replaces each success body with its longest envelope, because generators do not support several envelopes. */
function keepFullForm(document: Document, { responses }: DocumentedOperation): void {
  for (const response of responses.filter(({ status }) => status.startsWith('2'))) {
    const media = jsonOf(response);
    const written = media && dereference(document, media.schema as Schema);
    if (!written || !media) continue;
    const forms = bodyForms(document, written, []).filter(({ schema }) => isRecord(schema.properties));
    const [full, ...shorter] = forms.toSorted((a, b) => membersOf(b.schema) - membersOf(a.schema));
    if (!full) continue;
    keepExamples(media.node, full.title);
    const { title, allOf, ...schema } = full.schema;
    const required = items(schema.required).filter((name) =>
      shorter.every((form) => items(form.schema.required).includes(name)),
    ) as Json[];
    const isBare = forms.length < bodyForms(document, written, []).length;
    for (const key of Object.keys(written)) delete written[key];
    Object.assign(
      written,
      schema,
      { required },
      shorter.length > 0 && { description: isBare ? SHORTER_OR_BARE : SHORTER },
    );
  }
}

const SHORTER = 'The full response. A service may also send it with fewer fields.';
const SHORTER_OR_BARE = 'The full response. A service may also send it with fewer fields, or send only its data.';

const membersOf = ({ properties }: Schema): number => Object.keys(Object(properties)).length;

/** Keeps only the example of the envelope, which has the same name. */
function keepExamples(media: MediaType, title: string | undefined): void {
  const examples = Object.entries(media.examples ?? {});
  if (title === undefined || !examples.some(([name]) => name === title)) return;
  media.examples = Object.fromEntries(examples.filter(([name]) => name === title));
}

function withoutSelectors(document: Document, { method, parameters }: DocumentedOperation, item: PathItem): void {
  const selecting = parameters.filter(({ selector }) => selector !== undefined);
  const names = selecting.map(({ name }) => name);
  const operation = item[method] as Operation & { 'x-selector'?: Record<string, unknown> };
  operation.parameters = (operation.parameters ?? []).filter(
    (parameter) => !names.includes(dereference<Parameter>(document, parameter).name),
  );
  if (names.length > 0)
    operation['x-selector'] = Object.fromEntries(selecting.map(({ name, schema }) => [name, schema.const]));
}

/** Renames schemas whose names generators use: `Error` becomes `ErrorBody`. */
function withFreeNames(document: Document): Document {
  const { schemas = {}, ...components } = document.components ?? {};
  const renamed = Object.entries(schemas as object).map(([name, schema]) => [freeName(name), schema]);
  const all = { ...document, components: { ...components, schemas: Object.fromEntries(renamed) } };
  const refs = new RegExp(`("#/components/schemas/)(${TAKEN.join('|')})(?=")`, 'g');
  return JSON.parse(JSON.stringify(all).replace(refs, (_, before, name) => `${before}${freeName(name)}`)) as Document;
}

const freeName = (name: string): string => (TAKEN.includes(name) ? `${name}Body` : name);
