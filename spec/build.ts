import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { clientDocument, type Document, operationTable, toolDocument } from '@vehicle-lookup/openapi';
import { specifiedOnly } from '@vehicle-lookup/openapi/provenance';
import { subsetFindings } from '@vehicle-lookup/openapi/redocly';

/**
 * Bundles the document and derives its projections, its operation table and its clauses-only view into dist/. All files are
 * first created next to dist/, so that an invalid document does not change the previous dist/.
 */
const folder = import.meta.dirname;
const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
/** Prefix of the temporary directory of a build. The process ID follows the prefix. */
const PREFIX = '.dist-';
const children: ChildProcess[] = [];

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Bundles the document. Resolves to undefined, or to Redocly's error output if it created no file. */
function bundle(output: string): Promise<string | undefined> {
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off' };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [redocly, 'bundle', 'source', '--output', output],
      { cwd: folder, env },
      (error, _, stderr) => resolve(error || !existsSync(output) ? stderr.trim() : undefined),
    );
    children.push(child);
  });
}

/** Removes the directories of killed builds. The directories of running builds are kept. */
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
// Running bundlers are stopped first, because they would write to a removed directory.
let interrupted: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = signal;
    for (const child of children) child.kill(signal);
  });
}
mkdirSync(fresh);
const file = (name: string): string => join(fresh, name);
const results = await Promise.all([bundle(file('openapi.yaml')), bundle(file('openapi.json'))]);
if (interrupted) process.exit(128 + constants.signals[interrupted]);
const fault = results.find((result) => result !== undefined);
if (fault !== undefined) {
  fail(`spec/openapi.yaml cannot be bundled:\n${fault}\nFix the file named above; \`pnpm lint\` lists all errors.`);
}

const document = JSON.parse(readFileSync(file('openapi.json'), 'utf8')) as Document;
const write = (name: string, value: unknown): void => writeFileSync(file(name), `${JSON.stringify(value, null, 2)}\n`);
try {
  const findings = subsetFindings(document);
  if (findings.length > 0)
    fail(
      `spec/openapi.yaml: no files can be derived from it; \`pnpm lint\` lists all errors.\n${[...new Set(findings.map(({ message }) => message))].join('\n')}`,
    );
  const { 'x-clauses': clauses, ...light } = document;
  // The index would be a quarter of openapi.json, but only programs that trace a statement to its clause need it.
  write('openapi.json', light);
  write('clauses.json', clauses ?? null);
  write('operation-table.json', operationTable(document));
  write('operations.json', toolDocument(document));
  write('clients.json', clientDocument(document));
  write('specified.json', specifiedOnly(document));
} catch (error) {
  fail(`spec/openapi.yaml: ${(error as Error).message}`);
}
mkdirSync(join(folder, 'dist'), { recursive: true });
for (const name of readdirSync(fresh)) renameSync(file(name), join(folder, 'dist', name));
