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
  .action(async (directory: string, options: SiteCommandOptions) => {
    try {
      createDirectory(directory);
      if (readdirSync(directory).length > 0) throw new UserError(`${directory} is not empty; choose another directory`);
      await write(directory, options);
    } catch (error) {
      if (error instanceof UserError || (error as NodeJS.ErrnoException).syscall === undefined) throw error;
      throw new UserError(`${directory} cannot be written: ${explain(error)}`);
    }
  });
for (const option of siteOptions()) command.addOption(option);

async function write(directory: string, { server, report, publicAddress }: SiteCommandOptions): Promise<void> {
  const [{ makeSite }, { readSite }] = await Promise.all([import('../make-site.ts'), import('../site.ts')]);
  const files = makeSite(readSite({ servers: server, report, publicAddress }));
  for (const [path, content] of files) {
    createDirectory(dirname(join(directory, path)));
    writeFileSync(join(directory, path), content);
  }
  console.log(`${files.size} files written to ${directory}`);
}
