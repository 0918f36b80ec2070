import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Document } from './plugin/document.ts';
import { operationTable } from './plugin/operation-table.ts';

/**
 * Bundles the document and derives its projections into dist/. All of them are made beside dist/ first, so a broken
 * document leaves the previous dist/ as it was.
 */
const folder = import.meta.dirname;
const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
const OUTPUTS = { source: 'openapi.yaml', json: 'openapi.json', tools: 'operations.json', readers: 'display.json' };

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Settles to undefined, or to what Redocly says when it made no file. */
function bundle(api: string, output: string): Promise<string | undefined> {
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };
  return new Promise((resolve) => {
    execFile(process.execPath, [redocly, 'bundle', api, '--output', output], { cwd: folder, env }, (error, _, stderr) =>
      resolve(error || !existsSync(output) ? stderr.trim() : undefined),
    );
  });
}

if (!existsSync(join(folder, 'openapi.yaml')))
  fail('spec/openapi.yaml is missing: expected the OpenAPI document there.');
const fresh = mkdtempSync(join(folder, '.dist-'));
process.on('exit', () => rmSync(fresh, { recursive: true, force: true }));
// All at once, which takes half the time of one after the other; all are awaited, so that none writes after the end.
const results = await Promise.all(Object.entries(OUTPUTS).map(([api, file]) => bundle(api, join(fresh, file))));
const fault = results.find((result) => result !== undefined);
if (fault !== undefined) {
  fail(
    `spec/openapi.yaml cannot be bundled:\n${fault}\nMend the file that is named above; \`pnpm lint\` shows every place.`,
  );
}

try {
  const document = JSON.parse(readFileSync(join(fresh, 'openapi.json'), 'utf8')) as Document;
  writeFileSync(join(fresh, 'operation-table.json'), `${JSON.stringify(operationTable(document), null, 2)}\n`);
} catch (error) {
  fail(`spec/openapi.yaml: ${(error as Error).message}`);
}
mkdirSync(join(folder, 'dist'), { recursive: true });
for (const file of readdirSync(fresh)) renameSync(join(fresh, file), join(folder, 'dist', file));
