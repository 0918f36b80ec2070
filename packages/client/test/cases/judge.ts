import { isDeepStrictEqual } from 'node:util';
import { canaryIn } from '@vehicle-lookup/testing';
import type { Case } from './cases.ts';
import type { ArrivedRequest } from './service.ts';

/** The outcome of one case, as reported by a client's runner. A field without a value is absent. */
export interface Outcome {
  data?: unknown;
  issues?: [path: string, expected: string][];
  meta?: Record<string, string>;
  error?: { code: string; operation: string; status?: number; retryAfter?: number; message: string };
  /** Seconds before each retry. */
  waits?: number[];
  /** The name of the language's error, if the language rejected the case before the client received it. */
  impossible?: string;
  /** All output that a program could print about the client and the error. */
  shown: string;
}

/** Compares an outcome with the expectations of its case. @returns one message for each difference */
export function judge(one: Case, outcome: Outcome, arrived: ArrivedRequest[], language: string): string[] {
  const leaks = canaryIn([...textsIn(outcome)].join('\n')).map((form) => `the key is shown: ${form}`);
  const compare = (what: string, expected: unknown, found: unknown): string[] =>
    isDeepStrictEqual(expected, found) ? [] : [`${what}: expected ${show(expected)}, got ${show(found)}`];
  if (Object.hasOwn(one.except, language)) {
    const rejected = outcome.impossible ? [] : ['the case is possible now: remove `except`'];
    return [...rejected, ...compare('requests', 0, arrived.length), ...leaks];
  }
  if (outcome.impossible) return [`the language rejects the case: ${outcome.impossible}`];
  return [
    ...compare('requests', one.requests, arrived.length),
    ...arrived.flatMap(({ path, query }) => [
      ...compare('path', one.path, path),
      ...(one.query === undefined ? [] : compare('query', sorted(expectedQuery(one)), sorted(query))),
    ]),
    ...compare('waits', one.waits, outcome.waits ?? []),
    ...(one.error ? judgeError(one, outcome, language) : judgeData(one, outcome, compare)),
    ...leaks,
  ];
}

const expectedQuery = ({ query, client: { user, key } }: Case): [string, string][] =>
  Object.entries({ ...query, user: String(user), key: String(key) });

const sorted = (pairs: [string, string][]): string[] => pairs.map((pair) => JSON.stringify(pair)).sort();

type Compare = (what: string, expected: unknown, found: unknown) => string[];

const judgeData = (one: Case, outcome: Outcome, compare: Compare): string[] => [
  ...(one.data === undefined ? [] : compare('data', one.data, outcome.data)),
  ...compare('error', undefined, outcome.error),
  ...compare('issues', one.issues, outcome.issues ?? []),
  ...compare('meta', one.meta, outcome.meta ?? {}),
];

/** Functions that convert names and words from the cases to the conventions of a language. */
const WORDS: Record<string, (text: string) => string> = {
  python: (text) =>
    text
      .replace(/\bnull\b/, 'None')
      .replace(/(?<!\/)\b(baseUrl|carId|(get|list|decode)[A-Z]\w*)/, (name) =>
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ),
};

function judgeError({ error, call }: Case, outcome: Outcome, language: string): string[] {
  const word = WORDS[language] ?? ((text) => text);
  if (!outcome.error) return [`error: expected ${error?.code}, got data ${show(outcome.data)}`];
  const { message, ...found } = outcome.error;
  const { says = [], ...stated } = { operation: call[0], ...error };
  const expected = { ...stated, operation: word(stated.operation) };
  const isSame = isDeepStrictEqual(without(expected), without(found));
  const silent = [`${expected.operation}: `, ...says.map(word)].filter((text) => !message.includes(text));
  return [
    ...(isSame ? [] : [`error: expected ${show(expected)}, got ${show(found)}`]),
    ...silent.map((text) => `message: expected "${text}" in "${message}"`),
  ];
}

const without = (value: object): object => JSON.parse(JSON.stringify(value));

function* textsIn(node: unknown): Generator<string> {
  if (typeof node === 'string') yield node;
  else if (typeof node === 'object' && node !== null) {
    for (const [name, value] of Object.entries(node)) {
      yield name;
      yield* textsIn(value);
    }
  }
}

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 300) ?? 'nothing';
