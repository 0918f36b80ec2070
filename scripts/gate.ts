import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run, runCommand } from '@vehicle-lookup/testing';

// Runs the gate of this repository. Before the first release, no base exists: the version is 0.0.0 or, until the first tag is
// created, the record of the release has no predecessor.
const { version } = JSON.parse(readFileSync(join(root, 'spec/package.json'), 'utf8')) as { version: string };
const isFirst = version === '0.0.0' || (isFirstRecord(version) && !(await isTagged()));
const consumers = ['--consumers', 'packages', 'examples'];
const args = ['check', ...(isFirst ? ['--base', 'none'] : []), ...consumers, ...process.argv.slice(2)];
const { code } = await run(bin('gate'), args, { cwd: root, output: 'terminal' });
// A source archive has no history. The script prints a note, and the other checks still run.
if (code === 2 && !existsSync(join(root, '.git'))) console.log('The gate was not run: this is not a git repository.');
else process.exitCode = typeof code === 'number' ? code : 2;

function isFirstRecord(of: string): boolean {
  const file = join(root, `spec/changes/${of}.json`);
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).since === undefined;
}

async function isTagged(): Promise<boolean> {
  const { code, out } = await runCommand(['git', 'tag', '--list', '@vehicle-lookup/spec@*'], { cwd: root });
  return code !== 0 || out.trim() !== '';
}
