import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { type ClientModel, failuresOf, type TypedOperation } from './operations.ts';
import { comment, declaration, key, object, quote, statusKey } from './text.ts';

/**
 * Emits the types that connect a query with its response. Each operation has one exact, literal overload. Types computed from
 * the document would cost every consumer's compiler hundreds of times more.
 */
export function emitQueries({ table, success, operations }: ClientModel): string {
  const names = [...new Set(operations.flatMap(({ selectors, inputs }) => Object.keys({ ...selectors, ...inputs })))];
  const members = (emit: (operation: TypedOperation) => string) =>
    operations.map((operation) => `${key(operation.id)}: ${emit(operation)}`);
  return [
    `import type { operations } from '@vehicle-lookup/contract/types';
import type { DeclaredFailure } from '../errors.ts';
import type { CallInit } from './options.ts';
import type { ClientResult, GetInit, ParseAs, ParsedBy, ParseOption } from './result.ts';`,
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
    `/** The result of a call, with the wire body. */\nexport type Outcome<K extends keyof Queries, P extends ParseAs = 'json'> = ClientResult<${success}, ParsedBy<P, Bodies[K]>, Failures[K]>;`,
    `/** The status of a success. */\nexport type SuccessStatus = ${success};`,
    emitQueryError(operations, names).trim(),
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

/** Emits the query type. Forbids the parameters of other operations, so that a query never matches two operations. */
function emitQuery({ inputs, selectors }: TypedOperation, names: string[]): string {
  const others = names.filter((name) => !(name in inputs || name in selectors));
  const members = [
    ...Object.entries(inputs).map(emitInput),
    ...Object.entries(selectors).map(([name, literal]) => `${key(name)}: ${literal}`),
    ...others.map((name) => `${key(name)}?: never`),
  ];
  return object(members);
}

/** Returns the body type for a status from `@vehicle-lookup/contract/types`. */
const bodyType = (id: string, status: string): string =>
  `operations[${quote(id)}]['responses'][${statusKey(status)}]['content']['application/json']`;

/** Returns the failure statuses, grouped by body. */
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
    return `  /** ${comment(summary)} (\`${id}\`) */\n  <P extends ParseAs = 'json'>(path: ${quote(path)}, init: GetInit<Queries[${quote(id)}], P>): Promise<Outcome<${quote(id)}, P>>;\n`;
  });
  return `/** Sends a query, which determines the operation and the type of the response. */
export interface Get {
${overloads.join('')}  /** Not callable: this overload makes the compiler explain why a query is invalid. */
  <const Q extends object>(path: ${quote(path)}, init: GetInit<[Q] extends [never] ? Q : Problem<Q>>): never;
}`;
}

const emitCall = (): string => `/** Calls an operation by name and adds its selectors. */
export type NamedCall = <K extends keyof Inputs, P extends ParseAs = 'json'>(operation: K, inputs: Inputs[K], options?: CallInit & ParseOption<P>) => Promise<Outcome<K, P>>;`;

/**
 * Emits `Problem<Query>`, which describes the error of an invalid query in a compiler message. The compiler evaluates it only after
 * every overload has rejected the query, so it does not slow down the compilation of a correct program.
 */
function emitQueryError(operations: TypedOperation[], names: string[]): string {
  const selecting = operations.filter(({ selectors }) => Object.keys(selectors).length > 0);
  const fallback = operations.find(({ selectors }) => Object.keys(selectors).length === 0);
  const needed = joinWords(selecting.map(selectorText), 'or');
  return `
type Names = ${names.map(quote).join(' | ')};
${declaration('The value of each selector.', 'SelectorValues', selectorValues(selecting))}
${declaration(
  'The explanation of each operation for error messages.',
  'Takes',
  operations.map((operation) => `${key(operation.id)}: ${quote(takes(operation))}`),
)}
type WrongSelectors<Q> = { [N in keyof Q & keyof SelectorValues]: Q[N] extends SelectorValues[N] ? never : N }[keyof Q & keyof SelectorValues];
type WrongValue<Q, N extends keyof Q & keyof SelectorValues> = N extends unknown
  ? \`✘ \${N} must be \${SelectorValues[N]}\${SelectorValues[N] extends Q[N] ? " (a query in a variable needs 'as const')" : ''}\`
  : never;
type Selected<Q> =
${selecting.map((operation) => `  | ${selected(operation, selecting)}`).join('\n')};
type Several<K, All = K> = K extends unknown ? ([All] extends [K] ? never : K) : never;
type Fits<Q, K extends keyof Queries> = [Q] extends [Queries[K]] ? Queries[K] : Takes[K];
/** A string that describes the error of a query; the query of the operation if the query is valid. */
export type Problem<Q> = [Exclude<keyof Q, Names>] extends [never]
  ? [WrongSelectors<Q>] extends [never]
    ? [Selected<Q>] extends [never]
      ? ${fallback ? `Fits<Q, ${quote(fallback.id)}>` : quote(`✘ nothing is selected: add ${needed}`)}
      : [Several<Selected<Q>>] extends [never]
        ? Fits<Q, Selected<Q>>
        : \`✘ only one operation per request, but this query selects \${Selected<Q>}\`
    : WrongValue<Q, WrongSelectors<Q>>
  : \`✘ unknown query parameter: \${Exclude<keyof Q, Names> & string}\`;`;
}

const pairs = (selectors: Record<string, string>): string[] =>
  Object.entries(selectors).map(([name, literal]) => `${key(name)}: ${literal}`);

function selectorText({ selectors }: TypedOperation): string {
  return Object.entries(selectors)
    .map(([name, literal]) => `${name}=${JSON.parse(literal)}`)
    .join('&');
}

/** Describes the parameters of an operation: `fluids=1 is getFluids: it takes exactly carId (number)`. */
function takes(operation: TypedOperation): string {
  const inputs = Object.entries(operation.inputs).map(([name, { type, required }]) => {
    return `${name} (${type}${required ? '' : ', optional'})`;
  });
  const selector = selectorText(operation);
  const subject = selector ? `${selector} is` : 'without a selector this is';
  return `✘ ${subject} ${operation.id}: it takes ${inputs.length ? `exactly ${joinWords(inputs)}` : 'nothing else'}`;
}

/** Returns the values of each selector. Operations may share a selector and differ in its value (`action=list`, `action=find`). */
function selectorValues(selecting: TypedOperation[]): string[] {
  const values = new Map<string, Set<string>>();
  for (const [name, literal] of selecting.flatMap(({ selectors }) => Object.entries(selectors))) {
    values.set(name, (values.get(name) ?? new Set()).add(literal));
  }
  return [...values].map(([name, literals]) => `${key(name)}: ${[...literals].join(' | ')}`);
}

/** Emits the condition of a selected operation. An operation with additional selectors takes precedence if the query contains them all. */
function selected({ id, selectors }: TypedOperation, selecting: TypedOperation[]): string {
  const narrower = selecting.filter((other) => {
    return other.id !== id && Object.entries(selectors).every(([name, literal]) => other.selectors[name] === literal);
  });
  const unless = narrower.map((other) => `Q extends ${object(pairs(other.selectors))} ? never : `).join('');
  return `(Q extends ${object(pairs(selectors))} ? ${unless}${quote(id)} : never)`;
}
