import { type ClientModel, failuresOf, type TypedOperation } from './operations.ts';
import { emitProblem } from './query-error.ts';
import { comment, declaration, key, object, quote, statusKey } from './text.ts';

/**
 * Emits the types that connect a query with its response: one exact overload per operation, written out, because types
 * computed from the document cost the compiler of every consumer hundreds of times more.
 */
export function emitQueries({ table, success, operations }: ClientModel): string {
  const names = [...new Set(operations.flatMap(({ selectors, inputs }) => Object.keys({ ...selectors, ...inputs })))];
  const members = (emit: (operation: TypedOperation) => string) =>
    operations.map((operation) => `${key(operation.id)}: ${emit(operation)}`);
  return [
    `import type { operations } from '@vehicle-lookup/contract/types';
import type { DeclaredFailure } from '../errors.ts';
import type { CallInit } from './options.ts';
import type { ClientResult, GetInit } from './result.ts';`,
    declaration('The inputs of an operation, without its selectors.', 'Inputs', members(emitInputs)),
    declaration(
      'The exact query of each operation, without the credentials.',
      'Queries',
      members((operation) => emitQuery(operation, names)),
    ),
    declaration(
      'The body of a success.',
      'Bodies',
      members(({ id }) => bodyType(id, `${success}`)),
    ),
    declaration('The body of a failure.', 'Failures', members(emitFailures)),
    declaration(
      'Failures with a status that the document declares.',
      'DeclaredFailures',
      members(emitDeclaredFailures),
    ),
    `/** The result of a call with the body of the wire. */\nexport type Outcome<K extends keyof Queries> = ClientResult<${success}, Bodies[K], Failures[K]>;`,
    `/** The status of a success. */\nexport type SuccessStatus = ${success};`,
    emitProblem(operations, names).trim(),
    emitGet(table.path, operations),
    emitCall(),
  ].join('\n\n');
}

const emitInput = ([name, { type, required }]: [string, TypedOperation['inputs'][string]]): string =>
  `${key(name)}${required ? '' : '?'}: ${type}`;

function emitInputs({ inputs }: TypedOperation): string {
  const members = Object.entries(inputs).map(emitInput);
  return members.length ? object(members) : '{ [name: string]: never }';
}

/** Forbids every parameter of another operation by its name, so that no query fits two operations. */
function emitQuery({ inputs, selectors }: TypedOperation, names: string[]): string {
  const others = names.filter((name) => !(name in inputs || name in selectors));
  const members = [
    ...Object.entries(inputs).map(emitInput),
    ...Object.entries(selectors).map(([name, literal]) => `${key(name)}: ${literal}`),
    ...others.map((name) => `${key(name)}?: never`),
  ];
  return object(members);
}

/** The body of a status, as `@vehicle-lookup/contract/types` states it. */
const bodyType = (id: string, status: string): string =>
  `operations[${quote(id)}]['responses'][${statusKey(status)}]['content']['application/json']`;

/** The statuses of failures, grouped by their body. */
function statusGroups(operation: TypedOperation): string[][] {
  const groups = Map.groupBy(failuresOf(operation), ([, schema]) => JSON.stringify(schema));
  return [...groups.values()].map((failures) => failures.map(([status]) => status));
}

const emitFailures = (operation: TypedOperation): string =>
  statusGroups(operation)
    .map(([first = '']) => bodyType(operation.id, first))
    .join(' | ') || 'never';

function emitDeclaredFailures(operation: TypedOperation): string {
  const types = statusGroups(operation).flatMap((statuses) => {
    const numbers = statuses.filter((status) => /^\d+$/.test(status));
    const [first] = numbers;
    return first ? [`DeclaredFailure<${numbers.join(' | ')}, ${bodyType(operation.id, first)}>`] : [];
  });
  return types.join(' | ') || 'never';
}

function emitGet(path: string, operations: TypedOperation[]): string {
  const overloads = operations.map(({ id, summary }) => {
    return `  /** ${comment(summary)} (\`${id}\`) */\n  (path: ${quote(path)}, init: GetInit<Queries[${quote(id)}]>): Promise<Outcome<${quote(id)}>>;\n`;
  });
  return `/** Sends a query. The query determines the operation and the type of the response. */
export interface Get {
${overloads.join('')}  /** Not callable: this overload makes the compiler explain what is wrong with a query. */
  <const Q extends object>(path: ${quote(path)}, init: GetInit<[Q] extends [never] ? Q : Problem<Q>>): never;
}`;
}

const emitCall = (): string => `/** Calls an operation by its name; its selectors are added. */
export type NamedCall = <K extends keyof Inputs>(operation: K, inputs: Inputs[K], options?: CallInit) => Promise<Outcome<K>>;`;
