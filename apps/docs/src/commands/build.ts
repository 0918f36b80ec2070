import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Argument, Command, createDirectory, explain, UserError } from '@vehicle-lookup/toolkit/command-line';
import { type SiteCommandOptions, siteOptions } from '../options.ts';

export const command: Command = new Command('build')
  .summary('Write the documentation to a directory.')
  .description(
    'Writes the documentation to a directory. Any static file server can serve the files, at any path. The form sends ' +
      'requests from the browser, so the service must allow the origin of the site.',
  )
  .addArgument(new Argument('<DIRECTORY>', 'a new or empty directory'))
  .action(async (directory: string, { server, report, publicAddress }: SiteCommandOptions) => {
    const [{ makeSite }, { readSite }] = await Promise.all([import('../make-site.ts'), import('../site.ts')]);
    write(directory, makeSite(readSite({ servers: server, report, publicAddress })));
  });
for (const option of siteOptions()) command.addOption(option);

function write(directory: string, files: ReadonlyMap<string, Buffer>): void {
  try {
    createDirectory(directory);
    if (readdirSync(directory).length > 0) throw new UserError(`${directory} is not empty; choose another directory`);
    for (const [path, content] of files) {
      createDirectory(dirname(join(directory, path)));
      writeFileSync(join(directory, path), content);
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${directory} cannot be written: ${explain(error)}`);
  }
  console.log(`${files.size} files written to ${directory}`);
}
