import { join } from 'node:path';
import { Program, packageVersion } from '@vehicle-lookup/command-line';

const program = new Program('vehicle-lookup-docs', {
  version: packageVersion('@vehicle-lookup/docs', import.meta.url),
}).description('The documentation as a static site: serves it, or writes it to a directory.');
await program.addCommandsFrom(join(import.meta.dirname, 'commands'));
await program.main();
