import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The newest compiler, and the last that was written in TypeScript; both are packages of this name. */
export const COMPILERS: string[] = ['typescript', 'typescript-5.9'];
const { resolve } = createRequire(import.meta.url);
const pathOf = (compiler: string) => join(dirname(resolve(`${compiler}/package.json`)), 'bin/tsc');
const CONSUMER = 'strict,noEmit,skipLibCheck,exactOptionalPropertyTypes,allowImportingTsExtensions';

/** Runs the compiler on one file as a consumer has it, without Node.js types; returns what it says. */
export function compile(file: string, ...args: string[]): string {
  return compileBy('typescript', file, ...args);
}

/** Does so with one of `COMPILERS`. */
export function compileBy(compiler: string, file: string, ...args: string[]): string {
  // The older one ignores the folder's tsconfig.json without being told.
  const known = compiler === 'typescript' ? `${CONSUMER},ignoreConfig` : CONSUMER;
  const switches = known.split(',').flatMap((name) => [`--${name}`, 'true']);
  const settings = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--typeRoots', 'none'];
  const { stdout } = spawnSync(
    process.execPath,
    [pathOf(compiler), ...switches, ...settings, '--pretty', 'false', ...args, file],
    {
      encoding: 'utf8',
    },
  );
  return stdout;
}

/** The compiler's messages by line; the lines that continue a message belong to it. */
export function messagesByLine(output: string): Map<number, string> {
  const messages = output.split(/\n(?=\S)/).flatMap((message) => {
    const line = /\((\d+),\d+\): error /.exec(message)?.[1];
    return line ? [[Number(line), message] as const] : [];
  });
  return new Map(messages);
}

/** What a source expects of the compiler: the line behind each `// expect: …`, and the text. */
export function expectations(source: string): [number, string][] {
  return source.split('\n').flatMap((text, index) => {
    const expected = /^\/\/ expect: (.*)$/.exec(text)?.[1];
    return expected ? [[index + 2, expected] as [number, string]] : [];
  });
}
