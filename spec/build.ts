import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import type { Document } from '@vehicle-lookup/selectors/document';
import { operationTable } from '@vehicle-lookup/selectors/document';

/**
 * Bundles the document and derives its projections into dist/. All of them are made beside dist/ first, so a broken
 * document leaves the previous dist/ as it was.
 */
const folder = import.meta.dirname;
const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
const OUTPUTS = { source: 'openapi.yaml', json: 'openapi.json', tools: 'operations.json', readers: 'display.json' };
/** The folder beside dist/ that a build fills is named after its process. */
const PREFIX = '.dist-';
const children: ChildProcess[] = [];

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Settles to undefined, or to what Redocly says when it made no file. */
function bundle(api: string, output: string): Promise<string | undefined> {
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [redocly, 'bundle', api, '--output', output],
      { cwd: folder, env },
      (error, _, stderr) => resolve(error || !existsSync(output) ? stderr.trim() : undefined),
    );
    children.push(child);
  });
}

/** A build that was killed outright could not clear up. One that runs at this moment keeps what it has. */
function removeLeftovers(): void {
  for (const name of readdirSync(folder).filter((name) => name.startsWith(PREFIX))) {
    if (!isRunning(Number(name.slice(PREFIX.length)))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

if (!existsSync(join(folder, 'openapi.yaml')))
  fail('spec/openapi.yaml is missing: expected the OpenAPI document there.');
removeLeftovers();
const fresh = join(folder, `${PREFIX}${process.pid}`);
process.on('exit', () => rmSync(fresh, { recursive: true, force: true }));
// A bundler that is still at work would write into a folder that is gone: it ends first.
let interrupted: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = signal;
    for (const child of children) child.kill(signal);
  });
}
mkdirSync(fresh);
// All at once, which takes half the time of one after the other; all are awaited, so that none writes after the end.
const results = await Promise.all(Object.entries(OUTPUTS).map(([api, file]) => bundle(api, join(fresh, file))));
if (interrupted) process.exit(128 + constants.signals[interrupted]);
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
