import { child } from '@vehicle-lookup/openapi';

interface Level {
  /** Names seen so far; undefined in an array. */
  names: Set<string> | undefined;
  /** The name or index under way. */
  key: string | number;
}

// A string is not one token: an expression that matches the whole of a long one overflows the stack.
const TOKEN = /\\.|["{}[\],:]/g;

/**
 * The first field that occurs twice in its object, as a JSON Pointer, and where in the text its second name begins; a parser would not show it.
 * @param text a JSON text
 */
export function repeatedMember(text: string): { pointer: string; around: number } | undefined {
  const levels: Level[] = [];
  let expectsName = false;
  /** Where the string under way began. */
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
