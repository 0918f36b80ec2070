import { Argument, Command } from '@vehicle-lookup/command-line';
import { dataStore, print } from '../command-line/global-options.ts';
import { table } from '../command-line/table.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const list = new Command('list').description('List the versions, oldest first.').action(async (_, command) => {
  const versions = await (await dataStore(command)).catalogues.versions();
  const rows = versions.map(({ version, bytes, current }) => [version, megabytes(bytes), current ? 'current' : '']);
  print(command, versions, table(['version', 'size', ''], rows, 'There is no version. Load one: import FILE'));
});

const switchTo = new Command('switch')
  .summary('Make a version current, for all instances at once.')
  .description('Makes a version current for all instances, once each of them has it. The same command switches back.')
  .addArgument(new Argument('<VERSION>', 'a version of `catalogue list`'))
  .action(async (version, _, command) => {
    await (await dataStore(command)).catalogues.switchTo(version);
    print(command, { current: version }, `${version} is current.`);
  });

const publish = new Command('publish')
  .summary('Make an imported version available to all instances.')
  .description('Copies an imported version, with its size and SHA-256, to VEHICLE_LOOKUP_SERVICE_CATALOGUES.')
  .addArgument(new Argument('[VERSION]', 'default: the version that is current in this data directory'))
  .action(async (given, _, command) => {
    const published = await (await dataStore(command)).catalogues.publish(given);
    const { version, bytes, sha256, place } = published;
    const text = `${version} is published at ${place}: ${megabytes(bytes)}, SHA-256 ${sha256}.\nTo serve it, run: catalogue switch ${version}`;
    print(command, published, text);
  });

export const command: Command = new Command('catalogue')
  .description('List versions of the catalogue, publish one to all instances, switch to one.')
  .addCommand(list)
  .addCommand(publish)
  .addCommand(switchTo);
