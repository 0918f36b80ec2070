import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from '@vehicle-lookup/testing';
import type { Complaint } from './tool.ts';

// The compiler of the workspace: the one that is installed here is only for openapi-typescript.
const workspace = createRequire(join(import.meta.dirname, '../../package.json'));
const compiler = join(dirname(workspace.resolve('typescript/package.json')), 'bin/tsc');
const SETTINGS = '--ignoreConfig --noEmit --strict --skipLibCheck --target es2023 --lib es2023,dom --pretty false';
const MODULES = '--module esnext --moduleResolution bundler';

/**
 * Generates TypeScript by the command of a generator, and compiles it.
 * @param program its script, within node_modules
 * @param directory where it writes
 * @returns what the generator prints on standard error, or fails with, and what the compiler says of its code
 */
export async function generateCode(program: string, args: string[], directory: string): Promise<Complaint[]> {
  const script = join(import.meta.dirname, 'node_modules', program);
  // From an empty directory: some generators read the settings that they find.
  const { code, out, err } = await run(script, args, { cwd: directory, env: { NO_COLOR: '1' } });
  if (code !== 0) return complaints(err.trim() || out);
  const files = globSync('**/*.ts', { cwd: directory }).map((file) => join(directory, file));
  const compiled = await run(compiler, [...SETTINGS.split(' '), '--types', '', ...MODULES.split(' '), ...files]);
  return [...complaints(err), ...complaints(compiled.out.replaceAll(directory, '.'))];
}

const complaints = (output: string): Complaint[] => {
  const text = stripVTControlCharacters(output).trim();
  return text === '' ? [] : [{ text, detail: '' }];
};
