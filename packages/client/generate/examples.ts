import type { ClientModel, TypedOperation, TypedResponse } from './operations.ts';
import { key, quote, statusKey } from './text.ts';

/** Emits the examples of the responses of each operation: status → name of an example → body. */
export function emitExamples({ operations }: ClientModel): string {
  return `/** The names of the examples that the document gives for each status. */
export interface Examples {
${operations.map(emitNames).join('')}}

${emitShared(operations)}/** Operation → status → name of an example → body. */
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
