import { Command, UserError } from '@vehicle-lookup/toolkit/command-line';
import type { CatalogueVersion } from '../catalogue/catalogue-store.ts';
import { print, table } from '../command-line/output.ts';
import { dataStore, recordChange } from '../command-line/stores.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const stateOf = ({ current, previous, pending }: CatalogueVersion): string =>
  [current ? 'current' : [], previous ? 'previous' : [], pending ? 'a switch to it is pending' : []].flat().join(', ');

const list = new Command('list').description('List the versions, oldest first.').action(async (_, command) => {
  const versions = await (await dataStore(command)).catalogues.versions();
  const rows = versions.map((one) => [one.version, megabytes(one.bytes), stateOf(one)]);
  print(command, versions, table(['version', 'size', ''], rows, 'There are no versions. Run: import FILE'));
});

const switchTo = new Command('switch')
  .summary('Make a version current for all instances together.')
  .description('Makes a version current for all instances once each has fetched it. The same command switches back.')
  .argument('<VERSION>', 'a version from `catalogue list`')
  .action(async (version, _, command) => {
    await (await dataStore(command)).catalogues.switchTo(version);
    print(command, { current: version }, `${version} is current.`);
    await recordChange(command, { version });
  });

const rollback = new Command('rollback')
  .description('Make the previous version current.')
  .action(async (_, command) => {
    const { catalogues } = await dataStore(command);
    const [current, before] = [await catalogues.currentVersion(), await catalogues.previousVersion()];
    if (current === undefined)
      throw new UserError('no version is current, so there is no previous version. Run: catalogue switch VERSION');
    if (before === undefined || before === current) {
      throw new UserError(
        `${current} is current; the previous version is unknown. ` +
          'Run: catalogue list, then catalogue switch VERSION',
      );
    }
    await catalogues.switchTo(before);
    print(command, { current: before, previous: current }, `${before} is current; the previous version is ${current}`);
    await recordChange(command, { version: before, previous: current });
  });

const publish = new Command('publish')
  .summary('Make an imported version available to all instances.')
  .description('Copies an imported version, together with its size and SHA-256, to VEHICLE_LOOKUP_SERVICE_CATALOGUES.')
  .argument('[VERSION]', 'default: the current version in this data directory')
  .action(async (given, _, command) => {
    const published = await (await dataStore(command)).catalogues.publish(given);
    const { version, bytes, sha256, place } = published;
    const text = `${version} is published at ${place}: ${megabytes(bytes)}, SHA-256 ${sha256}.\nTo serve it, run: catalogue switch ${version}`;
    print(command, published, text);
    await recordChange(command, { version });
  });

export const command: Command = new Command('catalogue')
  .description('List catalogue versions, publish a version to all instances, switch to a version, or roll back.')
  .addCommand(list)
  .addCommand(publish)
  .addCommand(switchTo)
  .addCommand(rollback)
  .addHelpText('after', '\nAn import keeps its own version and the previously current version.');
