import { operationDescription } from '@vehicle-lookup/openapi';
import type { ClientModel, TypedInput, TypedOperation } from './operations.ts';
import { parserName, payloads } from './parse.ts';
import { camel, capital, comment, key, object, quote } from './text.ts';

/** Emits a function for each operation, and the methods of a client. */
export function emitMethods(model: ClientModel): string {
  const { operations } = model;
  const names = operations.map(({ id }) => (key(id) === id && camel(id) === id ? id : `${quote(id)}: ${camel(id)}`));
  const parser = payloads(model).map(([id, payload]) => parserName(id, payload));
  const rules = new Map<string, string>();
  const functions = operations.map((operation, index) => emitFunction(operation, parser[index] ?? '', rules));
  const used = new Set(
    [...rules.keys()].flatMap((rule) => rule.match(/\b(?:text|integer|optional)\b(?=[(),])/g) ?? []),
  );
  return [
    `import { ${[...new Set(parser)].sort().join(', ')} } from '../parse/parse.gen.ts';`,
    "import type { Connection } from '../client/connection.ts';",
    "import type { CallInit } from '../client/options.ts';",
    "import { define, type OperationMethod, type Queried } from './define.ts';",
    `import { ${[...used].sort().join(', ')} } from './input.ts';`,
    "import type { Call } from './result.ts';",
    '',
    ...[...rules].map(([rule, name]) => `const ${name} = /*#__PURE__*/ ${rule};`),
    '',
    functions.join('\n\n'),
    '',
    `/** The operations by ID. */\nexport const operations: Record<string, OperationMethod> = ${object(names)};`,
    '',
    `/** A method for each operation. */\nexport interface Methods {\n${operations.map(emitMethod).join('')}}`,
  ].join('\n');
}

/** The cost of a call, which is the same for every operation (assumption charging). */
const PRICE = 'Costs one consultation if it succeeds; a failure is free.';

/** Returns the description and cost of a method, without the parts about the query, which the method itself builds. */
export function aboutOperation({ summary, description = '' }: TypedOperation): string {
  const { about } = operationDescription(description);
  return `${`${comment(summary)}. ${comment(about.join(' '))}`.trim()} ${PRICE}`;
}

const doc = (operation: TypedOperation): string => `/** ${aboutOperation(operation)} */`;

function emitFunction(operation: TypedOperation, parser: string, rules: Map<string, string>): string {
  const { id, inputs } = operation;
  const read = Object.entries(inputs).map(([name, input]) => {
    const rule = emitRule(input);
    const taken = [...rules.values()];
    if (!rules.has(rule))
      rules.set(rule, taken.includes(name) || camel(name) !== name ? `${camel(name)}Of${capital(camel(id))}` : name);
    return rules.get(rule) === name ? name : `${key(name)}: ${rules.get(rule)}`;
  });
  const selectors = Object.entries(operation.selectors).map(([name, literal]) => `${key(name)}: ${literal}`);
  const type = `((${['connection: Connection', ...signature(operation)].join(', ')}) => Call<${quote(id)}>) & Queried`;
  return `${doc(operation)}
export const ${camel(id)}: ${type} = /*#__PURE__*/ define(${quote(id)}, ${object(selectors)}, ${object(read)}, ${parser});`;
}

const signature = ({ inputs }: TypedOperation): string[] => [
  ...Object.entries(inputs).map(([name, { type, required }]) => `${camel(name)}${required ? '' : '?'}: ${type}`),
  'options?: CallInit',
];

const emitMethod = (operation: TypedOperation): string =>
  `  ${doc(operation)}\n  ${key(operation.id)}(${signature(operation).join(', ')}): Call<${quote(operation.id)}>;\n`;

/** The validation of an input, for any language. */
export type InputCheck =
  | { kind: 'integer'; minimum: number; maximum: number | undefined }
  | {
      kind: 'text';
      expected: string;
      /** The pattern of the string; undefined if only the length is restricted. */
      pattern: string | undefined;
      ignoreCase: boolean;
      minLength: number;
      maxLength: number | undefined;
      /** A pattern that matches characters which are never valid, and the few letters among these characters. */
      wrong?: { pattern: string; unused: string | undefined };
    };

/** Returns the validation of an input. A pattern without small letters ignores case. `expected` is the description in the document. */
export function inputCheck({ rule, description }: TypedInput): InputCheck {
  const { type, pattern, minLength = 0, maxLength, minimum, maximum } = rule;
  if (type === 'integer') {
    const bound = maximum && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
    return { kind: 'integer', minimum: minimum ?? Number.MIN_SAFE_INTEGER, maximum: bound };
  }
  const text = description?.replace(/\.$/, '');
  const expected = pattern ? (text ?? `a text like ${pattern}`) : lengths(minLength, maxLength);
  const ignoreCase = pattern !== undefined && !/[a-z]/.test(pattern);
  const wrong = pattern ? wrongCharacters(pattern, ignoreCase) : undefined;
  return { kind: 'text', expected, pattern, ignoreCase, minLength, maxLength, ...(wrong && { wrong }) };
}

function emitRule(input: TypedInput): string {
  const check = inputCheck(input);
  const reader = check.kind === 'integer' ? `integer(${boundsOf(check)})` : `text(${textArguments(check).join(', ')})`;
  return input.required ? reader : `optional(${reader})`;
}

const boundsOf = ({ minimum, maximum }: Extract<InputCheck, { kind: 'integer' }>): string =>
  [minimum, ...(maximum === undefined ? [] : [maximum])].join(', ');

function textArguments(check: Extract<InputCheck, { kind: 'text' }>): string[] {
  const { pattern, expected, ignoreCase, wrong, minLength, maxLength } = check;
  // A URL cannot contain a lone surrogate.
  if (pattern === undefined) return [`/^\\P{Cs}{${minLength},${maxLength ?? ''}}$/u`, quote(expected)];
  const flags = ignoreCase ? 'i' : '';
  const found = wrong ? [`${new RegExp(wrong.pattern, flags)}`, ...(wrong.unused ? [quote(wrong.unused)] : [])] : [];
  return [`${new RegExp(pattern, flags)}`, quote(expected), ...found];
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** The maximum number of letters that a message lists as exceptions. */
const MOST_UNUSED = 5;

/** Returns the characters outside a pattern's character set, and the few letters among them: `[^A-HJ-NPR-Z]`, `I, O and Q`. */
function wrongCharacters(
  pattern: string,
  ignoreCase: boolean,
): { pattern: string; unused: string | undefined } | undefined {
  const [, set] = /^\^\[([\w-]+)\](?:[+*]|\{[\d,]+\})\$$/.exec(pattern) ?? [];
  if (!set) return undefined;
  const wrong = new RegExp(`[^${set}]`, ignoreCase ? 'i' : '');
  const unused = [...LETTERS].filter((letter) => wrong.test(letter));
  const isException = unused.length > 0 && unused.length <= MOST_UNUSED;
  return { pattern: wrong.source, unused: isException ? new Intl.ListFormat('en-GB').format(unused) : undefined };
}

function lengths(least: number, most?: number): string {
  if (most) return `a text of ${least} to ${most} characters`;
  if (least > 1) return `a text of at least ${least} characters`;
  return least ? 'a non-empty text' : 'a text';
}
