import { type OriginLine, readLine } from '../read-line.ts';
import { type ImportSource, startOf } from '../source.ts';

/** A first line that says what the data are is not longer. */
const LONGEST_ORIGIN = 1 << 16;

/** What the first line says about the data, if it does, and the source to read from its beginning. */
export async function readOrigin(
  source: ImportSource,
): Promise<{ origin: OriginLine | undefined; whole: ImportSource }> {
  const { start, whole } = await startOf(source, LONGEST_ORIGIN);
  const newline = start.indexOf(10);
  const bytes = newline < 0 ? start : start.subarray(0, newline);
  const line = readLine({ number: 1, byte: 0, end: bytes.length, bytes });
  const isOrigin = line && 'entry' in line && line.entry.kind === 'origin';
  return { origin: isOrigin ? (line.entry as OriginLine) : undefined, whole };
}
