import { setImmediate } from 'node:timers/promises';
import type { LookupResult } from './handler.ts';

/** Length of a chunk of a long body, in UTF-16 code units. */
const CHUNK = 64 * 1024;

/** The data of a reply: its text, or the beginning of its text if the list is long. */
export interface ReplyData {
  text: string;
  /** The rest of a long list. The caller must close it. */
  rest?: AsyncIterator<string>;
}

/** The JSON of a result; a long list is read only up to its first chunk. undefined: nothing was found. */
export async function readData(result: LookupResult): Promise<ReplyData | undefined> {
  if (result === undefined || typeof result === 'string') return result === undefined ? undefined : { text: result };
  if (Array.isArray(result)) return { text: `[${result.join(',')}]` };
  const rest = (result as AsyncIterable<string>)[Symbol.asyncIterator]();
  const { text, done } = await readChunk(rest, '[');
  if (done) return text === '[' ? undefined : { text: `${text}]` };
  return { text, rest };
}

/** A long body in chunks. It yields to other requests after each, because a store may never wait by itself. */
export async function* bodyChunks(start: string, rest: AsyncIterator<string>, end: string): AsyncGenerator<string> {
  yield start;
  for (;;) {
    await setImmediate();
    const { text, done } = await readChunk(rest, ',');
    if (done) return yield `${text === ',' ? '' : text}]${end}`;
    yield text;
  }
}

async function readChunk(records: AsyncIterator<string>, start: string): Promise<{ text: string; done: boolean }> {
  let text = start;
  while (text.length < CHUNK) {
    const next = await records.next();
    if (next.done) return { text, done: true };
    text += text === start ? next.value : `,${next.value}`;
  }
  return { text, done: false };
}
