/**
 * Finds two faults that JSON.parse accepts. It keeps only the last of two fields with the same name. It reads an unpaired
 * surrogate, which UTF-8 cannot store.
 * @param value what JSON.parse made of the text
 * @returns what was expected and got; undefined: nothing is wrong
 */
export function ambiguity(text: string, value: unknown): { expected: string; got: string } | undefined {
  const again = JSON.stringify(value);
  // JSON.stringify escapes surrogates only if the other half is missing.
  if (/\\ud/i.test(text) && HALF_SURROGATE.test(again)) {
    return { expected: 'text that is valid Unicode', got: 'half a surrogate pair (\\ud800 to \\udfff)' };
  }
  // The usual case: the text is what JSON.stringify writes, so nothing was dropped.
  if (again === text) return undefined;
  const name = duplicateMember(text);
  return name === undefined ? undefined : { expected: 'each field once in its object', got: `${name} twice` };
}

const HALF_SURROGATE = /(?:^|[^\\])(?:\\\\)*\\ud/;
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** The name of a field that its object has twice. @param text valid JSON */
function duplicateMember(text: string): string | undefined {
  const open: Set<unknown>[] = [];
  let latest = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const members = open.at(-1) as Set<unknown>;
      const name = JSON.parse(latest);
      if (members.has(name)) return JSON.stringify(name);
      members.add(name);
    } else latest = token;
  }
  return undefined;
}
