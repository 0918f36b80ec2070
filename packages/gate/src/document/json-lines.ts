import { isRecord } from '@vehicle-lookup/openapi';
import { LineCounter } from 'yaml';

/** Where a part of a JSON text begins: its key, or the element itself, and its value. */
interface Part {
  start: number;
  value: number;
}

/**
 * Finds the lines of a JSON text. Only the objects and arrays on the way to a place are read; reading the text as YAML takes twenty
 * times as long as `JSON.parse`.
 * @param text one that `JSON.parse` accepts
 * @returns the line, from 1, of what keys lead to, or of the nearest place above it
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

/** Whether an object of a JSON text has a key twice: `JSON.parse` takes the last one. */
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

/** The index behind what a pattern matches; the index itself if it matches nothing. */
function behind(text: string, pattern: RegExp, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : index;
}

/** The index behind the next occurrence of a character; -1 if there is none. */
const next = (text: string, character: string, from: number): number => text.indexOf(character, from) + 1 || -1;

/** The index behind a value. */
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

/** The parts of an object or array; of another value, none. */
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
