import type { Document } from '../../../spec/plugin/document.ts';
import type { OperationTable } from '../../../spec/plugin/operation-table.types.ts';
import { successStatus, type TypedOperation, typedOperations } from './operations.ts';
import { emitProblem } from './problem.ts';
import { comment, declaration, key, object, quote } from './text.ts';

/**
 * Emits the module that ties a query to the type of its answer: one exact overload per operation, flat, because types
 * computed from the document cost every consumer's compiler hundreds of times more.
 * @param table which query selects which operation
 * @param document the projection with one path per operation
 * @param types module that exports `operations`, as openapi-typescript emits it for the same projection
 * @returns TypeScript
 * @throws when table and document do not belong together, or the interface is not one of GET requests
 */
export function emitSelectors(table: OperationTable, document: Document, types: string): string {
  if (table.method !== 'GET') throw new Error(`${table.path}: expected the method GET, found ${table.method}`);
  const operations = typedOperations(table, document);
  const names = [...new Set(operations.flatMap(({ selectors, inputs }) => Object.keys({ ...selectors, ...inputs })))];
  return [
    `import type { operations } from ${quote(types)};\nimport type { Dispatch, GetInit, Init, Result } from './raw.types.ts';`,
    emitDispatch(table, operations),
    declaration(
      'The account, as every request names it.',
      'Credentials',
      table.credentials.map((name) => `${key(name)}: string`),
    ),
    declaration('What an operation takes beside its selectors.', 'Inputs', operations.map(emitInputs)),
    declaration(
      'The exact query of each operation, without the credentials.',
      'Queries',
      operations.map((one) => emitQuery(one, names)),
    ),
    declaration(
      'The body of a success.',
      'Bodies',
      operations.map(({ id }) => emitBody(id, `${successStatus(table)}`)),
    ),
    declaration(
      'The body of a failure.',
      'Failures',
      operations.map(({ id, failures }) => emitBody(id, failures.map(statusKey).join(' | '))),
    ),
    `/** What a call of an operation brings. */\nexport type Outcome<K extends keyof Queries> = Result<${successStatus(table)}, Bodies[K], Failures[K]>;`,
    emitProblem(operations, names).trim(),
    emitGet(table.path, operations),
    emitCall(),
  ].join('\n\n');
}

function emitDispatch(table: OperationTable, operations: TypedOperation[]): string {
  const selectors = operations.map(({ id, selectors }) => {
    return `    ${key(id)}: ${object(Object.entries(selectors).map(([name, literal]) => `${key(name)}: ${literal}`))},\n`;
  });
  return `/** How a request selects its operation, and how an answer is read. */
export const dispatch: Dispatch = {
  path: ${quote(table.path)},
  credentials: [${table.credentials.map(quote).join(', ')}],
  secrets: [${table.secrets.map(quote).join(', ')}],
  success: ${successStatus(table)},
  failure: ${JSON.stringify(table.error.fixed)},
  selectors: {
${selectors.join('')}  },
};`;
}

const emitInput = ([name, { type, required }]: [string, TypedOperation['inputs'][string]]): string =>
  `${key(name)}${required ? '' : '?'}: ${type}`;

function emitInputs({ id, inputs }: TypedOperation): string {
  const members = Object.entries(inputs).map(emitInput);
  return `${key(id)}: ${members.length ? object(members) : '{ [name: string]: never }'}`;
}

/** Every parameter of another operation is refused by name, so that no query fits two operations. */
function emitQuery({ id, inputs, selectors }: TypedOperation, names: string[]): string {
  const others = names.filter((name) => !(name in inputs || name in selectors));
  const members = [
    ...Object.entries(inputs).map(emitInput),
    ...Object.entries(selectors).map(([name, literal]) => `${key(name)}: ${literal}`),
    ...others.map((name) => `${key(name)}?: never`),
  ];
  return `${key(id)}: ${object(members)}`;
}

const statusKey = (status: string): string => (/^\d+$/.test(status) ? status : quote(status));

const emitBody = (id: string, statuses: string): string =>
  `${key(id)}: ${statuses ? `operations[${quote(id)}]['responses'][${statuses}]['content']['application/json']` : 'never'}`;

function emitGet(path: string, operations: TypedOperation[]): string {
  const overloads = operations.map(({ id, summary }) => {
    return `  /** ${comment(summary)} (\`${id}\`) */\n  (path: ${quote(path)}, init: GetInit<Queries[${quote(id)}]>): Promise<Outcome<${quote(id)}>>;\n`;
  });
  return `/** The query selects the operation and with it the type of the answer. */
export interface Get {
${overloads.join('')}  /** Not to be called: it lets the compiler say what is wrong with a query. */
  <const Q extends object>(path: ${quote(path)}, init: GetInit<[Q] extends [never] ? Q : Problem<Q>>): never;
}`;
}

const emitCall = (): string => `/** Calls an operation by its name; the selectors are filled in. */
export type Call = <K extends keyof Inputs>(operation: K, inputs: Inputs[K], init?: Init) => Promise<Outcome<K>>;`;
