import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run } from '@vehicle-lookup/testing';

// The gate of this repository. Until the first release there is nothing to compare with, and the version says so.
const { version } = JSON.parse(readFileSync(join(root, 'spec/package.json'), 'utf8')) as { version: string };
const args = ['check', ...(version === '0.0.0' ? ['--base', 'none'] : []), ...process.argv.slice(2)];
const { code } = await run(bin('gate'), args, { cwd: root, output: 'terminal' });
// An archive of the sources has no history. It says so, and everything else is still tested.
if (code === 2 && !existsSync(join(root, '.git'))) console.log('The gate was not run: this is not a git repository.');
else process.exitCode = typeof code === 'number' ? code : 2;
