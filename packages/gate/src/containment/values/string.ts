import { asking, type Condition, found, NONE, type Result, unknown } from '../conditions.ts';
import { formatOf, isFormatWithin } from '../formats.ts';
import { findTexts, LONGEST_MADE, type TextQuery } from '../languages.ts';
import { holds } from './holds.ts';

const MANY = 3000;

/** Searches for a string that meets all conditions. */
export function stringOf(conditions: readonly Condition[], excluded: readonly string[]): Result {
  const values = (ask: 'pattern' | 'not pattern' | 'format' | 'not format') => [
    ...new Set(asking(conditions, ask).map(({ value }) => value)),
  ];
  const [formats, notFormats] = [values('format'), values('not format')];
  if (notFormats.some((outer) => formats.some((inner) => isFormatWithin(inner, outer)))) return NONE;
  const known = formats.flatMap((format) => formatOf(format) ?? []);
  const [exact, vague] = [true, false].map((isExact) =>
    notFormats.filter((format) => isExact === (formatOf(format)?.isExact === true)),
  ) as [string[], string[]];
  const query: TextQuery = {
    matching: [...values('pattern'), ...known.flatMap(({ pattern }) => pattern ?? [])].sort(),
    failing: [...values('not pattern'), ...exact.flatMap((format) => formatOf(format)?.pattern ?? [])].sort(),
    min: Math.max(0, ...asking(conditions, 'min length').map(({ value }) => value)),
    max: Math.min(Number.POSITIVE_INFINITY, ...asking(conditions, 'max length').map(({ value }) => value)),
  };
  const fits = (word: string) => !excluded.includes(word) && conditions.every((one) => holds(one, word));
  const samples = known.flatMap((one) => one.samples);
  const longer = samples.map((one) => one.padEnd(Math.min(query.min, LONGEST_MADE), 'a'));
  const sample = [...samples, ...longer].find(fits);
  if (sample !== undefined) return found(sample);
  const texts = findTexts(query, 20 + Math.min(60, excluded.length) + 20 * vague.length);
  if (texts.isEmpty) return NONE;
  const word = texts.words.find(fits);
  if (word !== undefined) return found(word);
  const unfamiliar = [...formats, ...notFormats].find((format) => formatOf(format) === undefined);
  if (texts.isComplete && unfamiliar === undefined) return NONE;
  const odd = unfamiliar ?? formats.find((format) => formatOf(format)?.isExact !== true);
  if (odd !== undefined) return unknown(`the format ${odd} cannot be compared`);
  // An enumeration may exclude all short strings.
  const long = `${'x'.repeat(Math.min(Math.max(query.min, 20), LONGEST_MADE))}-other`;
  if (query.matching.length === 0 && fits(long)) return found(long);
  if (vague.length > 0 || texts.words.length === 0)
    return unknown(texts.why ?? `the format ${vague[0]} cannot be compared`);
  const many = findTexts(query, MANY);
  const other = many.words.find(fits);
  if (other !== undefined) return found(other);
  return many.isComplete ? NONE : unknown(many.why ?? 'too many strings are excluded');
}
