import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const CONSUMER = 'strict,noEmit,skipLibCheck,exactOptionalPropertyTypes,allowImportingTsExtensions,ignoreConfig';

/** Runs the compiler on one file as a consumer has it, without Node.js types; returns what it says. */
export function compile(file: string, ...args: string[]): string {
  const switches = CONSUMER.split(',').flatMap((name) => [`--${name}`, 'true']);
  const settings = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--types', ''];
  const { stdout } = spawnSync(
    process.execPath,
    [compiler, ...switches, ...settings, '--pretty', 'false', ...args, file],
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
