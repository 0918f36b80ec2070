import { child } from '@vehicle-lookup/openapi';

interface Level {
  /** Names seen so far; undefined in an array. */
  names: Set<string> | undefined;
  /** The current name or index. */
  key: string | number;
}

// A string is not a single token: an expression that matches a whole long string overflows the stack.
const TOKEN = /\\.|["{}[\],:]/g;

/**
 * Finds the first duplicate field, which a parser would not report. Returns its JSON Pointer and the position of the repeated name.
 * @param text a JSON text
 */
export function repeatedMember(text: string): { pointer: string; around: number } | undefined {
  const levels: Level[] = [];
  let expectsName = false;
  /** The start of the current string. */
  let start: number | undefined;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (start !== undefined) {
      if (token !== '"') continue;
      const begin = start;
      const string = text.slice(begin, index + 1);
      start = undefined;
      if (!expectsName || !level?.names) continue;
      level.key = JSON.parse(string) as string;
      if (level.names.has(level.key)) return { pointer: pointerOf(levels), around: begin };
      level.names.add(level.key);
    } else if (token === '"') {
      start = index;
    } else if (token === '{' || token === '[') {
      levels.push({ names: token === '{' ? new Set() : undefined, key: 0 });
      expectsName = token === '{';
    } else if (token === '}' || token === ']') {
      levels.pop();
      expectsName = false;
    } else if (token === ',') {
      expectsName = level?.names !== undefined;
      if (level && typeof level.key === 'number') level.key += 1;
    } else {
      expectsName = false;
    }
  }
  return undefined;
}

const pointerOf = (levels: readonly Level[]): string => levels.reduce((pointer, { key }) => child(pointer, key), '');
