import type { OperationTable } from '@vehicle-lookup/selectors';
import {
  type Document,
  dereference,
  isReference,
  METHODS,
  type Operation,
  type Response,
} from '@vehicle-lookup/selectors/document';
import { key, quote } from './text.ts';

type Bodies = Record<string, unknown>;

/** Emits the examples of the responses of each operation: status → name of an example → body. */
export function emitExamples(table: OperationTable, document: Document): string {
  const shared = new Map<string, Bodies>();
  const operations = table.operations.map(({ id, statuses }): Exemplified => {
    const { responses = {} } = operationOf(document, id);
    const examples = statuses.map((status) => {
      const response = responses[status];
      const bodies = bodiesOf(document, response);
      if (!isReference(response)) return { status, bodies, text: JSON.stringify(bodies) };
      const name = response.$ref.split('/').at(-1) ?? '';
      shared.set(name, bodies);
      return { status, bodies, text: `shared${/^\w+$/.test(name) ? `.${name}` : `[${quote(name)}]`}` };
    });
    return { id, examples };
  });
  return `
/** The names of the examples that the document gives for each status. */
export interface Examples {
${operations.map(emitNames).join('')}}

${emitShared(shared)}/** Operation → status → name of an example → body. */
export const examples: Record<string, Record<string, Record<string, unknown>>> = {
${operations.map(emitBodies).join('')}};`;
}

interface Exemplified {
  id: string;
  /** The examples of each status, and the text that the emitted code refers to them with. */
  examples: { status: string; bodies: Bodies; text: string }[];
}

function emitNames({ id, examples }: Exemplified): string {
  const members = examples.map(({ status, bodies }) => `${statusKey(status)}: ${names(bodies)}`);
  return `  ${key(id)}: { ${members.join('; ')} };\n`;
}

const emitBodies = ({ id, examples }: Exemplified): string => `  ${key(id)}: {
${examples.map(({ status, text }) => `    ${statusKey(status)}: ${text},\n`).join('')}  },\n`;

/** Emits the responses that operations share. */
function emitShared(shared: Map<string, Bodies>): string {
  const lines = [...shared].map(([name, bodies]) => `  ${key(name)}: ${JSON.stringify(bodies)},\n`);
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
function bodiesOf(document: Document, response: unknown): Bodies {
  const { content } = response ? dereference<Response>(document, response as Response) : {};
  const examples = Object.entries(content?.['application/json']?.examples ?? {});
  return Object.fromEntries(examples.map(([name, example]) => [name, dereference(document, example).value]));
}

/** A number, so that types can use `404`; another text in quotes. */
const statusKey = (status: string): string => (/^\d+$/.test(status) ? status : key(status));

const names = (bodies: Bodies): string => Object.keys(bodies).map(quote).join(' | ') || 'never';
