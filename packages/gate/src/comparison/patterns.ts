import { combineTransformers, DFA, isDisjointWith, JS, NFA, Transformers, transform } from 'refa';
import { type ValueChange, valueChange } from './values.ts';

/** What a schema says of a text. */
export interface TextRule {
  pattern?: string;
  minLength?: number;
  maxLength?: number;
}

/** Longer counts would need automata of that many states. */
const LONGEST = 1000;
const LOOK_AROUND = /\(\?<?[=!]|\\[bB]/;
const MOST_NODES = 20_000;

/** A pattern that many fields share is compared once. */
const compared = new Map<string, ValueChange | undefined>();

/**
 * How the texts that two schemas allow relate. Patterns are compared together with the lengths, as languages.
 * @returns undefined when it cannot be decided: a back reference, a look-around, a count that is too large, a broken pattern
 */
export function compareTexts(before: TextRule, after: TextRule): ValueChange | undefined {
  const key = JSON.stringify(
    [before, after].map(({ pattern, minLength, maxLength }) => [pattern, minLength, maxLength]),
  );
  if (!compared.has(key)) compared.set(key, compareLanguages(before, after));
  return compared.get(key);
}

function compareLanguages(before: TextRule, after: TextRule): ValueChange | undefined {
  try {
    const [old, fresh] = [automaton(before), automaton(after)];
    return valueChange(isWithin(old, fresh), isWithin(fresh, old));
  } catch {
    return undefined;
  }
}

/** Whether every text of one is a text of the other: none is in it and outside of the other. */
function isWithin(inner: DFA, outer: DFA): boolean {
  const outside = DFA.fromFA(outer, new DFA.LimitedNodeFactory(MOST_NODES));
  outside.complement();
  return isDisjointWith(inner, outside);
}

function automaton({ pattern = '', minLength = 0, maxLength }: TextRule): DFA {
  if (LOOK_AROUND.test(pattern)) throw new Error('a look-around');
  if (minLength > LONGEST || (maxLength ?? 0) > LONGEST) throw new Error('too long');
  const texts = languageOf(`[^]*(?:${pattern})[^]*`);
  const lengths = languageOf(`[^]{${minLength},${maxLength ?? ''}}`);
  return DFA.fromIntersection(texts, lengths, new DFA.LimitedNodeFactory(MOST_NODES));
}

/** A pattern holds anywhere in the text, unless it says `^` or `$` (JSON Schema 2020-12, Validation, 6.3.3). */
function languageOf(source: string): NFA {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags: 'u' }).parse({
    backreferences: 'throw',
    assertions: 'parse',
  });
  // Whatever precedes or follows is part of the language, so that its edges are those of the text.
  const edges = Transformers.patternEdgeAssertions({ remove: true });
  const withoutAssertions = transform(combineTransformers([Transformers.applyAssertions(), edges]), expression);
  const options = { assertions: 'throw' } as const;
  return NFA.fromRegex(withoutAssertions, { maxCharacter }, options, new NFA.LimitedNodeFactory(MOST_NODES));
}
