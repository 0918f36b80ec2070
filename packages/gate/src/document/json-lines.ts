/** A value of a JSON text: the line of its key, or its first one, and what is in it. */
interface Place {
  line: number;
  /** Undefined for a text, a number and so on: most values are. */
  parts?: Map<string, Place>;
}

/**
 * Finds where the parts of a JSON text stand, in one pass; parsing it as YAML does the same in twenty times the time.
 * @param text one that `JSON.parse` accepts
 * @returns the line, from 1, of what keys lead to, or of the nearest place above it; undefined if an object has a key twice
 */
export function jsonLines(text: string): ((keys: readonly (string | number)[]) => number) | undefined {
  const root = placesOf(text);
  if (root === undefined) return undefined;
  return (keys) => {
    let place = root;
    for (const key of keys) {
      const part = place.parts?.get(String(key));
      if (part === undefined) break;
      place = part;
    }
    return place.line;
  };
}

const SPACE = /[ \t\r\n]*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const SCALAR = /[^,\]} \t\r\n]+/y;

function placesOf(text: string): Place | undefined {
  let [index, line, isAmbiguous] = [0, 1, false];
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = index;
    const [token = ''] = pattern.exec(text) ?? [];
    index += token.length;
    return token;
  };
  const skip = () => {
    for (const char of take(SPACE)) if (char === '\n') line++;
  };
  /** Reads what stands between two brackets, each part by a function, and the comma behind it. */
  const parts = (end: string, read: () => void) => {
    index++;
    for (skip(); index < text.length && text[index] !== end; skip()) {
      read();
      skip();
      if (text[index] === ',') index++;
    }
    index++;
  };
  const value = (): Place => {
    skip();
    const place: Place = { line };
    if (text[index] === '{') {
      const members = new Map<string, Place>();
      place.parts = members;
      parts('}', () => {
        const at = line;
        const key = JSON.parse(take(STRING)) as string;
        skip();
        index++;
        isAmbiguous ||= members.has(key);
        const found = value();
        found.line = at;
        members.set(key, found);
      });
    } else if (text[index] === '[') {
      const elements = new Map<string, Place>();
      place.parts = elements;
      parts(']', () => elements.set(String(elements.size), value()));
    } else take(text[index] === '"' ? STRING : SCALAR);
    return place;
  };
  const root = value();
  return isAmbiguous ? undefined : root;
}
