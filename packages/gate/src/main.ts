import { join } from 'node:path';
import { Program, packageVersion } from '@vehicle-lookup/command-line';

const program = new Program('vehicle-lookup-gate', {
  version: packageVersion('@vehicle-lookup/gate', import.meta.url),
  failure: { text: 'the gate itself failed, so there is no verdict', exitCode: 2 },
})
  .description('Rates every change of a contract, and stops a release that does not follow the rating.')
  .addHelpText('after', '\nExit code: 0 accepted, 1 refused, 2 no verdict (wrong usage, or nothing could be rated).');
await program.addCommandsFrom(join(import.meta.dirname, 'command-line/commands'));
await program.main();
