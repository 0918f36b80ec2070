import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

/** For runtimes with a command line: addresses come as an argument, outcomes go to the standard output. */
const MAIN = `import process from 'node:process';
import { run } from './behaviours.js';
console.log(JSON.stringify(await run(JSON.parse(process.argv.at(-1)))));
`;

/** For runtimes that serve: addresses come as the body of a request, outcomes are the response. */
const WORKER = `import { run } from './behaviours.js';
export default { fetch: async (request) => Response.json(await run(await request.json())) };
`;

/**
 * Bundles the behaviours as a consumer would.
 * @returns a folder with `behaviours.js` and the ways in, `main.js` and `worker.js`
 */
export async function bundleBehaviours(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'runtimes-'));
  await build({
    entryPoints: [join(import.meta.dirname, 'behaviours.ts')],
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2023',
    logLevel: 'error',
  });
  writeFileSync(join(folder, 'main.js'), MAIN);
  writeFileSync(join(folder, 'worker.js'), WORKER);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}
