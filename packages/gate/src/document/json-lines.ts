import { isRecord } from '@vehicle-lookup/openapi';
import { LineCounter } from 'yaml';

/** Start offsets of a part of a JSON text: the offset of its key or element, and the offset of its value. */
interface Part {
  start: number;
  value: number;
}

/**
 * Returns a function that finds lines in a JSON text. It reads only the objects and arrays on the way to a key, because parsing the text
 * as YAML takes twenty times as long as `JSON.parse`.
 * @param text a text that `JSON.parse` accepts
 * @returns a function that returns the line, from 1, of a key path or of its nearest existing parent
 */
export function jsonLines(text: string): (keys: readonly (string | number)[]) => number {
  const lines = new LineCounter();
  const known = new Map<number, ReadonlyMap<string, Part>>();
  return (keys) => {
    if (lines.lineStarts.length === 0) {
      for (let start = 0; start >= 0; start = next(text, '\n', start)) lines.addNewLine(start);
    }
    const first = behind(text, BETWEEN, 0);
    let place: Part = { start: first, value: first };
    for (const key of keys) {
      const parts = known.get(place.value) ?? partsOf(text, place.value);
      known.set(place.value, parts);
      const part = parts.get(String(key));
      if (part === undefined) break;
      place = part;
    }
    return lines.linePos(place.start).line;
  };
}

/** Returns whether an object in a JSON text has a duplicate key, for which `JSON.parse` keeps only the last value. */
export function hasRepeatedKeys(text: string, value: unknown): boolean {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '"') index = behind(text, STRING, index) - 1;
    else if (text[index] === ':') count++;
  }
  return count !== countKeys(value);
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  return parts.reduce((count: number, part) => count + countKeys(part), isRecord(value) ? parts.length : 0);
}

const BETWEEN = /[\s,:]*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const SCALAR = /[^"{[\]},\s]+/y;

/** Returns the index after the match, or `index` unchanged if the pattern does not match. */
function behind(text: string, pattern: RegExp, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : index;
}

/** Returns the index after the next occurrence of a character, or -1 if the character does not occur. */
const next = (text: string, character: string, from: number): number => text.indexOf(character, from) + 1 || -1;

/** Returns the index after a value. */
function behindValue(text: string, start: number): number {
  const end = behind(text, SCALAR, start);
  if (end > start) return end;
  let depth = 0;
  for (let index = start; ; index++) {
    const character = text[index];
    if (character === '"') index = behind(text, STRING, index) - 1;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth === 0) return index + 1;
  }
}

/** Returns the parts of an object or array; empty for other values. */
function partsOf(text: string, start: number): Map<string, Part> {
  const parts = new Map<string, Part>();
  const isObject = text[start] === '{';
  if (!isObject && text[start] !== '[') return parts;
  let index = behind(text, BETWEEN, start + 1);
  while (text[index] !== '}' && text[index] !== ']') {
    const end = isObject ? behind(text, STRING, index) : index;
    const key = isObject ? JSON.parse(text.slice(index, end)) : String(parts.size);
    const value = behind(text, BETWEEN, end);
    parts.set(key, { start: index, value });
    index = behind(text, BETWEEN, behindValue(text, value));
  }
  return parts;
}
