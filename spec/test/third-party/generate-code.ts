import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from '@vehicle-lookup/testing';
import type { Complaint } from './tool.ts';

// The compiler of the workspace, because the compiler in this directory is only for openapi-typescript.
const workspace = createRequire(join(import.meta.dirname, '../../package.json'));
const compiler = join(dirname(workspace.resolve('typescript/package.json')), 'bin/tsc');
const SETTINGS = '--ignoreConfig --noEmit --strict --skipLibCheck --target es2023 --lib es2023,dom --pretty false';
const MODULES = '--module esnext --moduleResolution bundler';

/**
 * Generates TypeScript with the command of a generator and compiles it.
 * @param program the script of the generator, relative to node_modules
 * @param directory the output directory
 * @returns the error output of the generator, and the compiler errors in the generated code
 */
export async function generateCode(program: string, args: string[], directory: string): Promise<Complaint[]> {
  const script = join(import.meta.dirname, 'node_modules', program);
  // The working directory is empty, because some generators read any settings in it.
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
