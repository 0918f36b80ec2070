import { setImmediate } from 'node:timers/promises';
import type { Found } from './handler.ts';

/** A part of a body that is worth a write of its own, in UTF-16 code units. */
const PART = 64 * 1024;

/** The data of an answer: its text, or the beginning of its text where the list is long. */
export interface Data {
  text: string;
  /** The rest of a long list; it has to be closed whatever happens. */
  more?: AsyncIterator<string>;
}

/** JSON of what was found; a long list is read to its first part only. undefined: nothing found. */
export async function dataOf(found: Found): Promise<Data | undefined> {
  if (found === undefined || typeof found === 'string') return found === undefined ? undefined : { text: found };
  if (Array.isArray(found)) return { text: `[${found.join(',')}]` };
  const more = (found as AsyncIterable<string>)[Symbol.asyncIterator]();
  const { text, done } = await part(more, '[');
  if (done) return text === '[' ? undefined : { text: `${text}]` };
  return { text, more };
}

/** The body in parts. It lets others have their turn after each: a store may answer without ever waiting. */
export async function* partsOf(start: string, more: AsyncIterator<string>, end: string): AsyncGenerator<string> {
  yield start;
  for (;;) {
    await setImmediate();
    const { text, done } = await part(more, ',');
    if (done) return yield `${text === ',' ? '' : text}]${end}`;
    yield text;
  }
}

async function part(records: AsyncIterator<string>, start: string): Promise<{ text: string; done: boolean }> {
  let text = start;
  while (text.length < PART) {
    const next = await records.next();
    if (next.done) return { text, done: true };
    text += text === start ? next.value : `,${next.value}`;
  }
  return { text, done: false };
}
