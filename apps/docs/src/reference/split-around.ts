/**
 * Splits a text around an element.
 * @param open matches the start tag
 * @param close the text that ends the element
 * @returns what stands before it, inside of it, and after it
 * @throws with the message when the element is not there
 */
export function splitAround(text: string, open: RegExp, close: string, message: string): [string, string, string] {
  const found = open.exec(text);
  const end = found ? text.indexOf(close, found.index) : -1;
  if (!found || end < 0) throw new Error(message);
  return [text.slice(0, found.index), text.slice(found.index + found[0].length, end), text.slice(end + close.length)];
}
