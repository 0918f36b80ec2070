import { join } from 'node:path';
import { run } from '@vehicle-lookup/testing';

const directory = import.meta.dirname;
const document = join(directory, '../../../spec/dist/openapi.json');

/** Generates code for the other clients from the document: the hey-api client, and the types for openapi-fetch. */
export async function generatePeers(): Promise<void> {
  await generate(
    '@hey-api/openapi-ts/bin/run.js',
    '-i',
    document,
    '-o',
    'dist/hey-api',
    '-c',
    '@hey-api/client-fetch',
    '--no-log-file',
  );
  await generate('openapi-typescript/bin/cli.js', document, '-o', 'dist/openapi-typescript.ts');
}

async function generate(program: string, ...args: string[]): Promise<void> {
  const { code, err } = await run(join(directory, 'node_modules', program), args, { cwd: directory });
  if (code !== 0) throw new Error(`${program} failed: ${err}`);
}
