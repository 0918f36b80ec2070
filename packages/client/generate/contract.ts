import type { OperationTable } from '@vehicle-lookup/selectors';
import type { Document } from '@vehicle-lookup/selectors/document';
import { successStatus, type TypedOperation, typedOperations } from './operations.ts';
import { camel, key, object, quote } from './text.ts';
import { payloads } from './tidy.ts';

/** Emits what every request and answer has in common, as constants. */
export function emitContract(table: OperationTable, document: Document): string {
  const operations = typedOperations(table, document);
  const statuses = new Set(operations.flatMap(({ failures }) => failures.map(([status]) => status)));
  const open = table.credentials.filter((name) => !table.secrets.includes(name));
  const end = table.path.replace(/\/+$/, '').replaceAll('/', '\\/');
  const constants: [comment: string, name: string, type: string, value: string][] = [
    ['The only path.', 'path', quote(table.path), quote(table.path)],
    ['That path, or a slash, at the end of a base address.', 'pathEnd', 'RegExp', `/(?:${end})?\\/*$/`],
    ['Credentials that may be shown.', 'identity', 'string[]', list(open)],
    ['Those that must never be shown.', 'secrets', 'string[]', list(table.secrets)],
    ['The status of a success.', 'success', 'number', `${successStatus(table)}`],
    [
      'Members that mark a body as a failure, whatever its status.',
      'failure',
      'Record<string, unknown>',
      JSON.stringify(table.error.fixed),
    ],
    ['The member of a failure that says what happened.', 'failureText', 'string', quote(table.error.text)],
    [
      'Statuses for which the document declares a body of failure.',
      'statuses',
      'number[]',
      `[${[...statuses].filter((status) => /^\d+$/.test(status)).join(', ')}]`,
    ],
    [
      'The selectors of each operation.',
      'selectors',
      'Record<string, Record<string, string | number>>',
      selectorTable(operations),
    ],
    [
      'Texts of the envelope, and how the client names them.',
      'meta',
      'Record<string, string>',
      object(metaOf(table, document)),
    ],
  ];
  return constants
    .map(([comment, name, type, value]) => `/** ${comment} */\nexport const ${name}: ${type} = ${value};`)
    .join('\n\n');
}

/** The first whose selectors hold is the one that is meant: those with more selectors come first. */
function selectorTable(operations: TypedOperation[]): string {
  const count = ({ selectors }: TypedOperation) => Object.keys(selectors).length;
  const sorted = operations.toSorted((a, b) => count(b) - count(a));
  return object(sorted.map(({ id, selectors }) => `${key(id)}: ${selectorObject(selectors)}`));
}

const selectorObject = (selectors: TypedOperation['selectors']): string =>
  object(Object.entries(selectors).map(([name, literal]) => `${key(name)}: ${literal}`));

const list = (names: string[]): string => `[${names.map(quote).join(', ')}]`;

/** Members of the envelopes that are texts, once each, with their descriptions. */
export function metaMembers(table: OperationTable, document: Document): { name: string; description: unknown }[] {
  const all = payloads(table, document).flatMap(([, { meta }]) => meta);
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

const metaOf = (table: OperationTable, document: Document): string[] =>
  metaMembers(table, document).map(({ name }) => `${key(name)}: ${quote(camel(name))}`);
