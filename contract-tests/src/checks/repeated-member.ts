interface Level {
  /** Names seen so far; undefined in an array. */
  names: Set<string> | undefined;
  /** The name or index under way. */
  key: string | number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/**
 * The JSON Pointer of the first member that stands twice in its object, which a parser would not show.
 * @param text a JSON text
 */
export function repeatedMember(text: string): string | undefined {
  const levels: Level[] = [];
  let expectsName = false;
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') {
      levels.push({ names: token === '{' ? new Set() : undefined, key: 0 });
      expectsName = token === '{';
    } else if (token === '}' || token === ']') {
      levels.pop();
      expectsName = false;
    } else if (token === ',') {
      expectsName = level?.names !== undefined;
      if (level && typeof level.key === 'number') level.key += 1;
    } else if (token === ':') {
      expectsName = false;
    } else if (expectsName && level?.names) {
      level.key = JSON.parse(token) as string;
      if (level.names.has(level.key)) return pointerOf(levels);
      level.names.add(level.key);
    }
  }
  return undefined;
}

const pointerOf = (levels: readonly Level[]): string =>
  levels.map(({ key }) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
