import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from '@vehicle-lookup/testing';

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const SWITCHES = ['strict', 'noEmit', 'skipLibCheck', 'exactOptionalPropertyTypes', 'ignoreConfig'];
const SETTINGS = [
  '--module',
  'nodenext',
  '--target',
  'es2023',
  '--lib',
  'es2023,dom',
  '--types',
  '',
  '--pretty',
  'false',
];

/**
 * Compiles a program that uses the packages of a copy of the repository.
 * @returns the output of the compiler; empty when it accepts the source
 */
export async function compileConsumer(repository: string, source: string): Promise<string> {
  const file = join(repository, 'repository-tests/consumer.ts');
  writeFileSync(file, source);
  const { out, err } = await run(compiler, [...SWITCHES.map((name) => `--${name}`), ...SETTINGS, file]);
  return out + err;
}
