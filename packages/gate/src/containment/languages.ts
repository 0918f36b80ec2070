import {
  type CharRange,
  type Concatenation,
  combineTransformers,
  DFA,
  JS,
  NFA,
  type NoParent,
  Transformers,
  transform,
} from 'refa';
import { expressionOf, lengthOf, withoutIdleEscapes } from './schema.ts';

/** Maximum number of states in an automaton. */
const MOST_STATES = 20_000;
/** Maximum length that an automaton represents, because each character requires a state. */
const LONGEST = 300;
/** Maximum length of a generated string. */
export const LONGEST_MADE = 10_000;
/** Maximum number of path steps in a search for words. */
const MOST_PATHS = 200_000;
const LOOK_AROUND = /\(\?<?[=!]|\\[bB]/;

const states = {
  dfa: () => new DFA.LimitedNodeFactory(MOST_STATES),
  nfa: () => new NFA.LimitedNodeFactory(MOST_STATES),
};

/** A query for strings that match some patterns, do not match others, and have a length within a range. */
export interface TextQuery {
  matching: readonly string[];
  failing: readonly string[];
  min: number;
  max: number;
}

export interface Texts {
  /** Strings that match the query, shortest first. */
  words: readonly string[];
  /** Whether no string matches the query. */
  isEmpty: boolean;
  /** Whether `words` contains every string that matches the query. */
  isComplete: boolean;
  /** Why no word was found although a matching string may exist. */
  why?: string;
}

const known = new Map<string, Texts>();

/** Finds strings that match a query. @param count the number of words that are needed */
export function findTexts(query: TextQuery, count: number): Texts {
  const key = JSON.stringify([query.matching, query.failing, query.min, query.max, count]);
  const texts = known.get(key) ?? search(query, count);
  known.set(key, texts);
  return texts;
}

const EMPTY: Texts = { words: [], isEmpty: true, isComplete: true };

function search(query: TextQuery, count: number): Texts {
  const { matching, failing, min, max } = query;
  if (min > max || matching.some((pattern) => failing.includes(pattern))) return EMPTY;
  if (min > LONGEST_MADE) return { words: [], isEmpty: false, isComplete: false, why: 'the strings are too long' };
  const irregular: string[] = [];
  let language: DFA | undefined;
  const intersect = (other: DFA): void => {
    const both = language ? DFA.fromIntersection(language, other, states.dfa()) : other.copy();
    if (language) both.minimize();
    language = both;
  };
  try {
    for (const pattern of matching) {
      const own = languageOf(pattern);
      if (own === undefined) irregular.push(pattern);
      else intersect(own);
    }
    for (const pattern of failing) {
      const own = languageOf(pattern);
      if (own === undefined) irregular.push(pattern);
      else {
        const complement = DFA.fromFA(own, states.dfa());
        complement.complement();
        intersect(complement);
      }
    }
    if (min > LONGEST) return longTexts(query, language);
    const most = max > LONGEST ? undefined : max;
    if (min > 0 || most !== undefined) intersect(lengths(min, most));
  } catch (error) {
    return tried(query, `the patterns need too many states (${(error as Error).message})`);
  }
  const [odd] = irregular;
  if (odd !== undefined) return tried(query, `the pattern ${odd} does not describe a regular language`, language);
  if (language === undefined) return { words: plainWords(min, max), isEmpty: false, isComplete: false };
  if (language.isEmpty) return EMPTY;
  const all = wordsOf(language, count);
  const words = all.filter((word) => lengthOf(word) <= max);
  const isComplete = language.isFinite && countWords(language) === words.length;
  return { words, isEmpty: false, isComplete, ...(words.length > 0 ? {} : { why: 'the strings are too long' }) };
}

const languages = new Map<string, DFA | undefined>();

/** Returns the language of all strings that match a pattern; undefined if the language is not regular. */
function languageOf(pattern: string): DFA | undefined {
  if (!languages.has(pattern)) {
    languages.set(pattern, LOOK_AROUND.test(pattern) ? undefined : automaton(withoutIdleEscapes(pattern)));
  }
  return languages.get(pattern);
}

const parsed = (source: string) =>
  JS.Parser.fromLiteral({ source, flags: 'u' }).parse({ backreferences: 'throw', assertions: 'parse' });

/** Returns the elements of an expression that matches any string. */
const anything = () => parsed('[^]*').expression.alternatives.flatMap(({ elements }) => elements);

/** Returns the automaton for a pattern. Only an explicit `^` or `$` anchors the pattern (JSON Schema Validation, 6.3.3). */
function automaton(pattern: string): DFA | undefined {
  try {
    const { expression, maxCharacter } = parsed(pattern);
    // The language includes any text before and after the match, so its edges are the edges of the string.
    const edges = Transformers.patternEdgeAssertions({ remove: true });
    const applied = combineTransformers([Transformers.applyAssertions(), edges]);
    let all: NFA | undefined;
    for (const { elements } of expression.alternatives) {
      const whole: NoParent<Concatenation> = {
        type: 'Concatenation',
        elements: [...anything(), ...elements, ...anything()],
      };
      const plain = transform(applied, { type: 'Expression', alternatives: [whole] });
      const own = NFA.fromRegex(plain, { maxCharacter }, { assertions: 'throw' }, states.nfa());
      if (all) all.union(own);
      else all = own;
    }
    return all && minimal(all);
  } catch {
    return undefined;
  }
}

function minimal(nfa: NFA): DFA {
  const dfa = DFA.fromFA(nfa, states.dfa());
  dfa.minimize();
  return dfa;
}

function lengths(min: number, max: number | undefined): DFA {
  const source = `[^]{${min},${max ?? ''}}`;
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags: 'u' }).parse();
  return DFA.fromFA(NFA.fromRegex(expression, { maxCharacter }, {}, states.nfa()), states.dfa());
}

/** A path from the start of an automaton, with possible characters for each step. */
interface Path {
  node: DFA.ReadonlyNode;
  choices: readonly (readonly string[])[];
}

/** Returns the shortest words, up to three per path, so that excluded words have alternatives. */
function wordsOf(language: DFA, count: number): string[] {
  const words = new Set<string>();
  const steps = stepsOf(language);
  let [paths, left]: [Path[], number] = [[{ node: language.initial, choices: [] }], MOST_PATHS];
  while (paths.length > 0 && words.size < count) {
    for (const { choices } of paths.filter(({ node }) => language.finals.has(node as DFA.Node)).slice(0, count)) {
      for (let index = 0; index < 3; index++) {
        words.add(choices.map((own) => own[Math.min(index, own.length - 1)]).join(''));
      }
    }
    const next = new Map<DFA.ReadonlyNode, Path[]>();
    for (const { node, choices } of paths) {
      for (const [target, characters] of steps.get(node) ?? []) {
        // Further paths to the same state only add different characters, which are not needed.
        const alike = next.get(target) ?? [];
        if (alike.length < count && --left > 0) alike.push({ node: target, choices: [...choices, characters] });
        next.set(target, alike);
      }
    }
    paths = [...next.values()].flat();
  }
  return [...words];
}

type Steps = ReadonlyMap<DFA.ReadonlyNode, ReadonlyMap<DFA.ReadonlyNode, readonly string[]>>;

/** Returns the steps of an automaton that can lead to the end of a word, with some characters for each step. */
function stepsOf(language: DFA): Steps {
  const before = new Map<DFA.ReadonlyNode, DFA.ReadonlyNode[]>();
  for (const node of language.nodes()) {
    for (const target of node.out.values()) before.set(target, [...(before.get(target) ?? []), node]);
  }
  const useful = new Set<DFA.ReadonlyNode>(language.finals);
  for (const node of useful) for (const one of before.get(node) ?? []) useful.add(one);
  return new Map(
    [...useful].map((node) => {
      const ranges = new Map<DFA.ReadonlyNode, CharRange[]>();
      for (const [range, target] of node.out) {
        if (useful.has(target)) ranges.set(target, [...(ranges.get(target) ?? []), range]);
      }
      return [node, new Map([...ranges].map(([target, own]) => [target, charactersOf(own)]))];
    }),
  );
}

/** Returns the number of words in a finite language. */
function countWords(language: DFA): number {
  const counts = new Map<DFA.ReadonlyNode, number>();
  const countFrom = (node: DFA.ReadonlyNode): number => {
    const known = counts.get(node);
    if (known !== undefined) return known;
    // In a finite language, a state that leads back to itself cannot reach the end of a word.
    counts.set(node, 0);
    let count = language.finals.has(node as DFA.Node) ? 1 : 0;
    for (const [{ min, max }, target] of node.out) count += (max - min + 1) * countFrom(target);
    counts.set(node, count);
    return count;
  };
  return countFrom(language.initial);
}

const PREFERRED = [...'ab10A- z9_./@\né😀'].map((character) => character.codePointAt(0) ?? 0);

function charactersOf(ranges: readonly CharRange[]): string[] {
  const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;
  const has = (code: number) => ranges.some(({ min, max }) => code >= min && code <= max);
  const first = ranges.flatMap(({ min, max }) => [min, min + 1, min + 2].filter((code) => code <= max));
  const codes = [...PREFERRED.filter(has), ...first.filter((code) => !isSurrogate(code))];
  return [...new Set(codes)].slice(0, 3).map((code) => String.fromCodePoint(code));
}

/** Returns words for a query without patterns. */
function plainWords(min: number, max: number): string[] {
  const words = ['a', 'b', '1', '', 'A', ' ', 'zz', 'value', '0', 'true', 'null'].map((word) =>
    lengthOf(word) < min ? word.padEnd(min, word || 'a') : word.slice(0, Math.min(max, word.length)),
  );
  const longest = max < 5000 ? ['x'.repeat(max)] : [];
  return [...new Set([...words, ...longest])].filter((word) => lengthOf(word) >= min);
}

const isOf = (word: string, { matching, failing, min, max }: TextQuery): boolean =>
  lengthOf(word) >= min &&
  lengthOf(word) <= max &&
  matching.every((pattern) => expressionOf(pattern)?.test(word) !== false) &&
  !failing.some((pattern) => expressionOf(pattern)?.test(word) !== false);

/** Finds long strings by repeating single characters, because an automaton would need too many states. */
function longTexts(query: TextQuery, language: DFA | undefined): Texts {
  if (language?.isEmpty) return EMPTY;
  const words = [...'a1A 0z'].map((character) => character.repeat(query.min)).filter((word) => isOf(word, query));
  return { words, isEmpty: false, isComplete: false, ...(words.length > 0 ? {} : { why: 'the strings are too long' }) };
}

/** Finds strings by trying likely words, for queries that cannot be fully converted to an automaton. */
function tried(query: TextQuery, why: string, language?: DFA): Texts {
  if (language?.isEmpty) return EMPTY;
  const near = language ? wordsOf(language, 60) : plainWords(query.min, query.max);
  const words = near.filter((word) => isOf(word, query));
  return { words, isEmpty: false, isComplete: false, ...(words.length > 0 ? {} : { why }) };
}
