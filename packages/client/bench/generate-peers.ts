import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const folder = import.meta.dirname;
const document = join(folder, '../../../spec/dist/openapi.json');

/** Generates from the document what the peers' users generate: hey-api's client, and the types for openapi-fetch. */
export function generatePeers(): void {
  run(
    '@hey-api/openapi-ts/bin/run.js',
    '-i',
    document,
    '-o',
    'dist/hey-api',
    '-c',
    '@hey-api/client-fetch',
    '--no-log-file',
  );
  run('openapi-typescript/bin/cli.js', document, '-o', 'dist/openapi-typescript.ts');
}

function run(program: string, ...args: string[]): void {
  const script = join(folder, 'node_modules', program);
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}
