import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { type ClientModel, failuresOf, type TypedOperation } from './operations.ts';
import { payloads } from './parse.ts';
import { camel, declaration, docComment, key, object, quote } from './text.ts';

/**
 * Emits the facts that all requests and responses share. Each fact is a separate constant, so that bundlers omit the constants that
 * a program does not use. The whole operation table would exceed the client's size limits.
 */
export function emitContract(model: ClientModel): string {
  const { table, success, operations } = model;
  const statuses = new Set(operations.flatMap((operation) => failuresOf(operation).map(([status]) => status)));
  const open = table.credentials.filter((name) => !table.secrets.includes(name));
  const meta = metaMembers(model);
  const end = table.path.replace(/\/+$/, '').replaceAll('/', '\\/');
  const constants: [comment: string, name: string, type: string, value: string][] = [
    ['The only path.', 'path', quote(table.path), quote(table.path)],
    ['The path, or a slash, at the end of a base URL.', 'pathEnd', 'RegExp', `/(?:${end})?\\/*$/`],
    ['Credentials that may be shown.', 'identity', 'string[]', list(open)],
    ['Credentials that must never be shown.', 'secrets', 'string[]', list(table.secrets)],
    ['The status of a success.', 'success', 'number', `${success}`],
    [
      'Fields that mark a body as a failure, regardless of its status.',
      'failure',
      'Record<string, unknown>',
      JSON.stringify(table.error.fixed),
    ],
    ['The field of a failure that contains the message.', 'failureText', 'string', quote(table.error.text)],
    [
      'Fields of which the body of a success has at least one, unless it is a list.',
      'bodyMembers',
      'string[]',
      list(bodyMembers(model)),
    ],
    [
      'Statuses for which the document declares the body of a failure.',
      'statuses',
      'number[]',
      `[${[...statuses].filter((status) => /^\d+$/.test(status)).join(', ')}]`,
    ],
    [
      'The selectors of each operation. Operations with more selectors come first.',
      'selectors',
      'Record<string, Record<string, string | number>>',
      selectorTable(operations),
    ],
    [
      'String fields of the envelope, and their names in the client.',
      'meta',
      'Record<string, string>',
      object(meta.map(({ name }) => `${key(name)}: ${quote(camel(name))}`)),
    ],
  ];
  return [
    ...constants.map(([comment, name, type, value]) => `/** ${comment} */\nexport const ${name}: ${type} = ${value};`),
    emitCredentials(table, open),
    emitMeta(meta),
  ].join('\n\n');
}

function selectorTable(operations: TypedOperation[]): string {
  const count = ({ selectors }: TypedOperation) => Object.keys(selectors).length;
  const sorted = operations.toSorted((a, b) => count(b) - count(a));
  return object(sorted.map(({ id, selectors }) => `${key(id)}: ${selectorObject(selectors)}`));
}

const selectorObject = (selectors: TypedOperation['selectors']): string =>
  object(Object.entries(selectors).map(([name, literal]) => `${key(name)}: ${literal}`));

const list = (names: string[]): string => `[${names.map(quote).join(', ')}]`;

function emitCredentials({ credentials, secrets }: OperationTable, open: string[]): string {
  const secret = 'string | (() => string | Promise<string>)';
  return [
    declaration(
      'The account. A secret may be a function, which is called for each attempt.',
      'Credentials',
      credentials.map((name) => `${key(name)}: ${secrets.includes(name) ? secret : 'string'}`),
    ),
    declaration(
      'The part of the account that may be shown.',
      'Identity',
      open.map((name) => `readonly ${key(name)}: string`),
    ),
  ].join('\n\n');
}

/** Returns the payload fields of envelopes, and the fields of records without an envelope. */
function bodyMembers(model: ClientModel): string[] {
  const all = payloads(model).flatMap(([, { member, shape }]) => {
    const members = shape.kind === 'record' ? shape.members : [];
    const required = members.filter(({ required }) => required);
    const own = (required.length > 0 ? required : members).map(({ name }) => name);
    return member === undefined ? own : [member, ...own];
  });
  return [...new Set(all)];
}

export interface MetaMember {
  name: string;
  description: unknown;
}

/** Returns the string fields of all envelopes, without duplicates. */
export function metaMembers(model: ClientModel): MetaMember[] {
  const all = payloads(model).flatMap(([, { meta }]) => meta);
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

function emitMeta(members: MetaMember[]): string {
  const lines = members.map(({ name, description }) => {
    return `${docComment(description, '  ')}  ${key(camel(name))}?: string;\n`;
  });
  return `/** The string fields of the envelope. */\nexport interface Meta {\n${lines.join('')}}`;
}
