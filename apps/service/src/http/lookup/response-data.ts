import { setImmediate } from 'node:timers/promises';
import { isoNow } from '../../observability/clock.ts';
import type { LookupResult, Records } from './operations.ts';

/** Length of a chunk of a long body, in UTF-16 code units. */
const CHUNK = 64 * 1024;
/** Version label of the API: interface-specification.md, "Versioning", rule 1. */
const API_VERSION = '2.0';

/** The data of a response: its JSON, or the beginning of its JSON if the list is long. */
export interface ResponseData {
  text: string;
  /** The rest of a long list. The caller must close it. */
  rest?: AsyncIterator<Records>;
}

/** Returns the JSON of a result, or undefined if there are no data. A long list is read only up to its first chunk. */
export async function readData(result: LookupResult): Promise<ResponseData | undefined> {
  if (result === undefined || typeof result === 'string') return result === undefined ? undefined : { text: result };
  if (Array.isArray(result)) return { text: `[${result.join(',')}]` };
  const rest = (result as AsyncIterable<Records>)[Symbol.asyncIterator]();
  const { text, found, done } = await readChunk(rest, '[');
  if (done) return found ? { text: `${text}]` } : undefined;
  return { text, rest };
}

/** Returns the body of a response: its data in the full envelope. Records are stored as JSON and concatenated without serialisation. */
export function bodyOf({ text, rest }: ResponseData): string | AsyncIterable<string> {
  // Assumption timestamp: seconds and a numeric offset, never `Z`.
  const timestamp = `${isoNow().slice(0, 19)}+00:00`;
  const start = `{"success":true,"timestamp":"${timestamp}","api_version":"${API_VERSION}","data":${text}`;
  return rest ? chunks(start, rest) : `${start}}`;
}

/** Yields the chunks of a long body. The generator yields to other requests after each chunk, because a store may never wait. */
async function* chunks(start: string, rest: AsyncIterator<Records>): AsyncGenerator<string> {
  yield start;
  for (;;) {
    await setImmediate();
    const { text, done } = await readChunk(rest, ',');
    if (done) return yield `${text === ',' ? '' : text}]}`;
    yield text;
  }
}

/** Reads the next chunk. @returns `found` is true if `records` yielded a value, even an empty list */
async function readChunk(records: AsyncIterator<Records>, start: string) {
  let [text, found] = [start, false];
  while (text.length < CHUNK) {
    const next = await records.next();
    if (next.done) return { text, found, done: true };
    found = true;
    const added = typeof next.value === 'string' ? next.value : next.value.join(',');
    if (added !== '') text += text === start ? added : `,${added}`;
  }
  return { text, found, done: false };
}
