import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { build } from 'esbuild';

/** For runtimes with a command line: gets the addresses as an argument and prints the outcomes. */
const MAIN = `import process from 'node:process';
import { run } from './behaviours.js';
console.log(JSON.stringify(await run(JSON.parse(process.argv.at(-1)))));
`;

/** For runtimes that serve: gets the addresses as the body of a request and answers with the outcomes. */
const WORKER = `import { run } from './behaviours.js';
export default { fetch: async (request) => Response.json(await run(await request.json())) };
`;

/**
 * Bundles the behaviours as a consumer would.
 * @returns a directory with `behaviours.js` and the entry points `main.js` and `worker.js`
 */
export async function bundleBehaviours(): Promise<string> {
  const directory = temporaryDirectory();
  await build({
    entryPoints: [join(import.meta.dirname, 'behaviours.ts')],
    outdir: directory,
    bundle: true,
    format: 'esm',
    target: 'es2023',
    logLevel: 'error',
  });
  writeFileSync(join(directory, 'main.js'), MAIN);
  writeFileSync(join(directory, 'worker.js'), WORKER);
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  return directory;
}
