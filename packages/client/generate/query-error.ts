import { joinWords } from '@vehicle-lookup/openapi/selectors';
import type { TypedOperation } from './operations.ts';
import { declaration, key, object, quote } from './text.ts';

/**
 * Emits `Problem<Query>`: for a query that no operation takes, a text that the compiler shows in its error. The compiler
 * evaluates it only after every overload has rejected the query, so it costs a correct program nothing.
 */
export function emitProblem(operations: TypedOperation[], names: string[]): string {
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
/** A text that says what is wrong with a query; the query of the operation if nothing is wrong. */
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

/** `fluids=1 is getFluids: it takes exactly carId (number)` */
function takes(operation: TypedOperation): string {
  const inputs = Object.entries(operation.inputs).map(([name, { type, required }]) => {
    return `${name} (${type}${required ? '' : ', optional'})`;
  });
  const selector = selectorText(operation);
  const subject = selector ? `${selector} is` : 'without a selector this is';
  return `✘ ${subject} ${operation.id}: it takes ${inputs.length ? `exactly ${joinWords(inputs)}` : 'nothing else'}`;
}

/** Operations may share a selector and differ in its value (`action=list`, `action=find`). */
function selectorValues(selecting: TypedOperation[]): string[] {
  const values = new Map<string, Set<string>>();
  for (const [name, literal] of selecting.flatMap(({ selectors }) => Object.entries(selectors))) {
    values.set(name, (values.get(name) ?? new Set()).add(literal));
  }
  return [...values].map(([name, literals]) => `${key(name)}: ${[...literals].join(' | ')}`);
}

/** An operation is not selected if the query also has all selectors of an operation with the same selectors and more. */
function selected({ id, selectors }: TypedOperation, selecting: TypedOperation[]): string {
  const narrower = selecting.filter((other) => {
    return other.id !== id && Object.entries(selectors).every(([name, literal]) => other.selectors[name] === literal);
  });
  const unless = narrower.map((other) => `Q extends ${object(pairs(other.selectors))} ? never : `).join('');
  return `(Q extends ${object(pairs(selectors))} ? ${unless}${quote(id)} : never)`;
}
