import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from '@vehicle-lookup/testing';

/** The package names of the newest compiler and of the last compiler that was written in TypeScript. */
export const COMPILERS: string[] = ['typescript', 'typescript-5.9'];
const { resolve } = createRequire(import.meta.url);
const pathOf = (compiler: string) => join(dirname(resolve(`${compiler}/package.json`)), 'bin/tsc');
const OPTIONS = 'strict,noEmit,skipLibCheck,exactOptionalPropertyTypes,allowImportingTsExtensions';

/** Compiles a file like a consumer, without Node.js types. Returns the compiler output. */
export const compile = (file: string): Promise<string> => compileBy('typescript', file);

/** Compiles with one of `COMPILERS`. */
export async function compileBy(compiler: string, file: string, ...args: string[]): Promise<string> {
  // TypeScript 5.9 always ignores the directory's tsconfig.json and does not have the option.
  const options = compiler === 'typescript' ? `${OPTIONS},ignoreConfig` : OPTIONS;
  const switches = options.split(',').flatMap((name) => [`--${name}`, 'true']);
  const settings = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--typeRoots', 'none'];
  return (await run(pathOf(compiler), [...switches, ...settings, '--pretty', 'false', ...args, file])).out;
}

/** Returns the messages by line, including their continuation lines. */
export function messagesByLine(output: string): Map<number, string> {
  const messages = output.split(/\n(?=\S)/).flatMap((message) => {
    const line = /\((\d+),\d+\): error /.exec(message)?.[1];
    return line ? [[Number(line), message] as const] : [];
  });
  return new Map(messages);
}

/** Returns the messages that a source expects: the number of the line after each `// expect: …`, and the message. */
export function expectations(source: string): [number, string][] {
  return source.split('\n').flatMap((text, index) => {
    const expected = /^\/\/ expect: (.*)$/.exec(text)?.[1];
    return expected ? [[index + 2, expected] as [number, string]] : [];
  });
}
