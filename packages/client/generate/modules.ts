import { labelsOf, readableName } from '@vehicle-lookup/openapi';
import { emitContract } from './contract.ts';
import { emitMethods } from './methods.ts';
import type { ClientModel, TypedOperation, TypedResponse } from './operations.ts';
import { emitParse } from './parse.ts';
import { emitQueries } from './queries.ts';
import { emitSchemas } from './schemas.ts';
import { declaration, key, object, quote, statusKey } from './text.ts';
import { emitUsage } from './usage.ts';

/** The generators, keyed by module path in `src`, without `.gen.ts`. */
export const modules: Record<string, (model: ClientModel) => string> = {
  'contract/contract': emitContract,
  'client/queries': emitQueries,
  'parse/parse': emitParse,
  'operations/operations': emitMethods,
  'readable/readable': emitReadable,
  'readable/schemas': emitSchemas,
  'fakes/examples': emitExamples,
  'fakes/usage/places': emitUsage,
};

/** Emits labels for the fields with cryptic wire names. */
function emitReadable({ document }: ClientModel): string {
  const labels = [...new Map(labelsOf(document).map(({ name, label }) => [name, `${label}`]))];
  const texts = (value: (label: string) => string) =>
    labels.map(([name, label]) => `${key(name)}: ${quote(value(label))}`);
  return [
    declaration('The readable field names by wire name.', 'ReadableNames', texts(readableName)),
    `/** The readable field names by wire name. */\nexport const names: ReadableNames = ${object(texts(readableName))};`,
    `/** The labels for headings, by wire name. */\nexport const labels: Record<string, string> = ${object(texts((label) => label))};`,
  ].join('\n\n');
}

/** Emits the response examples of each operation: status → example name → body. */
function emitExamples({ operations }: ClientModel): string {
  return `/** The example names of each status in the document. */
export interface Examples {
${operations.map(emitNames).join('')}}

${emitShared(operations)}/** The examples: operation → status → example name → body. */
export const examples: Record<string, Record<string, Record<string, unknown>>> = {
${operations.map(emitBodies).join('')}};`;
}

function emitNames({ id, responses }: TypedOperation): string {
  const members = responses.map(({ status, examples }) => {
    return `${statusKey(status)}: ${Object.keys(examples).map(quote).join(' | ') || 'never'}`;
  });
  return `  ${key(id)}: { ${members.join('; ')} };\n`;
}

/** Emits the responses that operations share. */
function emitShared(operations: TypedOperation[]): string {
  const shared = new Map(operations.flatMap(({ responses }) => responses.map((one) => [one.component, one.examples])));
  shared.delete(undefined);
  const lines = [...shared].map(([name = '', examples]) => `  ${key(name)}: ${JSON.stringify(examples)},\n`);
  return lines.length ? `const shared = {\n${lines.join('')}};\n\n` : '';
}

const emitBodies = ({ id, responses }: TypedOperation): string => {
  const lines = responses.map((response) => `    ${statusKey(response.status)}: ${bodiesOf(response)},\n`);
  return `  ${key(id)}: {\n${lines.join('')}  },\n`;
};

const bodiesOf = ({ component, examples }: TypedResponse): string =>
  component === undefined ? JSON.stringify(examples) : `shared[${quote(component)}]`;
