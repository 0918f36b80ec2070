import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run, runCommand } from '@vehicle-lookup/testing';

// The gate of this repository. Until the first release there is nothing to compare with. The version says so, and from the commit that
// carries the first versions until its tag is made, the record of the release, which follows no other.
const { version } = JSON.parse(readFileSync(join(root, 'spec/package.json'), 'utf8')) as { version: string };
const isFirst = version === '0.0.0' || (isFirstRecord(version) && !(await isTagged()));
const consumers = ['--consumers', 'packages', 'examples'];
const args = ['check', ...(isFirst ? ['--base', 'none'] : []), ...consumers, ...process.argv.slice(2)];
const { code } = await run(bin('gate'), args, { cwd: root, output: 'terminal' });
// An archive of the sources has no history. It says so, and everything else is still tested.
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
