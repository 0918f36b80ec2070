import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { catalogueLines } from './catalogue-lines.ts';
import { openVpic } from './open-vpic.ts';

/** Writes the vehicles of a vPIC file to standard output. */
export async function writeCatalogue(file: string, say: (line: string) => void): Promise<void> {
  const data = await openVpic(file);
  const [first] = data.unusable;
  if (first) {
    const patterns = data.unusable.length === 1 ? '1 pattern' : `${data.unusable.length} patterns`;
    say(`skipped ${patterns} that cannot match any VIN; the first is ${first.id}: ${first.keys}`);
  }
  // Truncated gzip data are detected by their reader, whereas truncated NDJSON might appear complete.
  const compress = createGzip({ level: constants.Z_BEST_SPEED });
  await pipeline(Readable.from(texts(data)), compress, process.stdout).catch((error: NodeJS.ErrnoException) => {
    // If the reader has exited, this program also exits (see Program).
    if (error.code !== 'EPIPE') throw error;
  });
}

function* texts(data: Parameters<typeof catalogueLines>[0]): Generator<string> {
  for (const line of catalogueLines(data)) yield `${JSON.stringify(line)}\n`;
}
