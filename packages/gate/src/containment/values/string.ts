import { asking, type Condition, found, NONE, type Result, unknown } from '../conditions.ts';
import { isFormatWithin, isKnownFormat, samplesOf } from '../formats.ts';
import { findTexts, LONGEST_MADE, type TextQuery } from '../languages.ts';
import { holds } from './holds.ts';

const MANY = 3000;

/** A string that meets all conditions. */
export function stringOf(conditions: readonly Condition[], excluded: readonly string[]): Result {
  const values = (ask: 'pattern' | 'not pattern' | 'format' | 'not format') => [
    ...new Set(asking(conditions, ask).map(({ value }) => value)),
  ];
  const query: TextQuery = {
    matching: values('pattern').sort(),
    failing: values('not pattern').sort(),
    min: Math.max(0, ...asking(conditions, 'min length').map(({ value }) => value)),
    max: Math.min(Number.POSITIVE_INFINITY, ...asking(conditions, 'max length').map(({ value }) => value)),
  };
  const [formats, notFormats] = [values('format'), values('not format')];
  if (notFormats.some((outer) => formats.some((inner) => isFormatWithin(inner, outer)))) return NONE;
  const fits = (word: string) => !excluded.includes(word) && conditions.every((one) => holds(one, word));
  const sample = formats.flatMap(samplesOf).find(fits);
  if (sample !== undefined) return found(sample);
  const texts = findTexts(query, 20 + Math.min(60, excluded.length) + 20 * notFormats.length);
  if (texts.isEmpty) return NONE;
  const word = texts.words.find(fits);
  const unfamiliar = [...formats, ...notFormats].find((format) => !isKnownFormat(format));
  if (word !== undefined) return found(word);
  if (texts.isComplete && unfamiliar === undefined) return NONE;
  if (unfamiliar !== undefined || formats.length > 0) return unknown(`the format ${unfamiliar ?? formats[0]}`);
  // An enumeration may exclude all short strings.
  const long = `${'x'.repeat(Math.min(Math.max(query.min, 20), LONGEST_MADE))}-other`;
  if (query.matching.length === 0 && fits(long)) return found(long);
  if (notFormats.length > 0 || texts.words.length === 0) return unknown(texts.why ?? `the format ${notFormats[0]}`);
  const many = findTexts(query, MANY);
  const other = many.words.find(fits);
  if (other !== undefined) return found(other);
  return many.isComplete ? NONE : unknown(many.why ?? 'many strings are excluded');
}
