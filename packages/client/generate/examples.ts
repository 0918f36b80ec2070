import type { OperationEntry, OperationTable } from '@vehicle-lookup/selectors';
import {
  type Document,
  dereference,
  isReference,
  METHODS,
  type Operation,
  type Response,
} from '@vehicle-lookup/selectors/document';
import { key, quote } from './text.ts';

type Examples = Record<string, unknown>;

/** Emits what a fake service knows of each operation: how it is selected, what it takes, and the examples of its answers. */
export function emitExamples(table: OperationTable, document: Document): string {
  const shared = new Map<string, Examples>();
  const operations = table.operations.map((entry) => {
    const { responses = {} } = operationOf(document, entry.id);
    const examples = entry.statuses.map((status) => {
      const response = responses[status];
      const found = examplesOf(document, response);
      if (!isReference(response)) return { status, found, text: JSON.stringify(found) };
      const name = response.$ref.split('/').at(-1) ?? '';
      shared.set(name, found);
      return { status, found, text: `shared${/^\w+$/.test(name) ? `.${name}` : `[${quote(name)}]`}` };
    });
    return { ...entry, examples };
  });
  return `
import type { Fake } from './fake-request.ts';

/** The names of the examples that the document gives for each status. */
export interface Examples {
${operations.map(emitNames).join('')}}

${emitShared(shared)}/** What is known of each operation. */
export const fakes: Record<string, Fake> = {
${operations.map(emitFake).join('')}};`;
}

interface Exemplified extends OperationEntry {
  /** For each status the examples, and how they are written. */
  examples: { status: string; found: Examples; text: string }[];
}

function emitNames({ id, examples }: Exemplified): string {
  const members = examples.map(({ status, found }) => `${statusKey(status)}: ${names(found)}`);
  return `  ${key(id)}: { ${members.join('; ')} };\n`;
}

const emitFake = ({ id, selectors, parameters, examples }: Exemplified): string => `  ${key(id)}: {
    selectors: ${JSON.stringify(selectors)},
    parameters: ${JSON.stringify(parameters)},
    examples: {
${examples.map(({ status, text }) => `      ${statusKey(status)}: ${text},\n`).join('')}    },
  },\n`;

/** Responses that several operations have in common. */
function emitShared(shared: Map<string, Examples>): string {
  const lines = [...shared].map(([name, found]) => `  ${key(name)}: ${JSON.stringify(found)},\n`);
  return lines.length ? `const shared = {\n${lines.join('')}};\n\n` : '';
}

function operationOf(document: Document, id: string): Operation {
  for (const item of Object.values(document.paths ?? {})) {
    const methods = dereference(document, item);
    const found = METHODS.map((method) => methods[method]).find((operation) => operation?.operationId === id);
    if (found) return found;
  }
  throw new Error(`${id}: expected a path of that operationId, found none`);
}

/** The bodies of a response by the names of their examples. */
function examplesOf(document: Document, response: unknown): Examples {
  const { content } = response ? dereference<Response>(document, response as Response) : {};
  const examples = Object.entries(content?.['application/json']?.examples ?? {});
  return Object.fromEntries(examples.map(([name, example]) => [name, dereference(document, example).value]));
}

/** A number is one, so that types can speak of `404`. */
const statusKey = (status: string): string => (/^\d+$/.test(status) ? status : key(status));

const names = (examples: Examples): string => Object.keys(examples).map(quote).join(' | ') || 'never';
