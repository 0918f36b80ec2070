import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CANARY, canaryIn, runCommand, startMock, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { type LanguageModel, languageModel } from '../../generate/languages.ts';
import { readClientModel } from '../../generate/operations.ts';
import { document } from './another-document.ts';
import { readCases } from './cases.ts';
import { type Language, missing, titled } from './language.ts';

const readmeOf = ({ name }: Language): string =>
  readFileSync(join(import.meta.dirname, '../..', name, 'README.md'), 'utf8');

/** Returns a program from a language's README. */
export function readmeProgram(language: Language, index = 0): string {
  const { name } = language;
  return readmeOf(language).split(`\`\`\`${name}\n`)[index + 1]?.split('```')[0] ?? '';
}

/** Defines the tests of the programs and error codes in the README. @param withClient makes the client available to a program */
export function testReadme(language: Language, withClient: (program: string) => string): void {
  test('the README names every error code', () => {
    const codes = new Set(readCases().flatMap(({ error }) => error?.code ?? []));
    expect(codes.size).toBeGreaterThan(10);
    expect([...codes].filter((code) => !readmeOf(language).includes(`\`${code}\``))).toEqual([]);
  });
  const reason = missing(language);
  const title = 'the README program prints a line for each vehicle, but not the key';
  test.skipIf(reason)(titled(title, reason), async () => {
    const { address } = await startMock();
    const input = withClient(readmeProgram(language).replace('http://127.0.0.1:4010', address));
    const { out, err } = await runCommand([language.program], { input, env: { VEHICLE_LOOKUP_KEY: CANARY } });
    expect(out.trim().split('\n')).toEqual([
      expect.stringMatching(/^WVWZZZ1KZAW000001 \S+ .* \d{4} \S+/),
      expect.stringMatching(/^WAUZZZ8K9BA000002 /),
    ]);
    expect([err, ...canaryIn(out)]).toEqual(['']);
  });

  const cache = 'the cache in the README makes one request, and its cache key does not contain the account key';
  test.skipIf(reason)(titled(cache, reason), async () => {
    const { address } = await startMock();
    const input = withClient(readmeProgram(language, 1).replace('http://127.0.0.1:4010', address));
    const { out, err } = await runCommand([language.program], { input, env: { VEHICLE_LOOKUP_KEY: CANARY } });
    const [first, second, ...others] = out.trim().split('\n');
    expect([first, others, err, canaryIn(out)]).toEqual([`requested ${address}/api/?brands=1`, [second], '', []]);
  });
}

/** Defines a test of the output of each program, which must not print an error. VEHICLE_LOOKUP_KEY contains the key. */
export function testPrograms(language: Language, programs: [title: string, program: string, printed: string][]): void {
  const reason = missing(language);
  test.skipIf(reason).each(programs.map(([title, ...rest]) => [titled(title, reason), ...rest] as const))(
    '%s',
    async (_, input, printed) => {
      const { out, err } = await runCommand([language.program], { input, env: { VEHICLE_LOOKUP_KEY: CANARY } });
      expect([err, out.trim(), canaryIn(out)]).toEqual(['', printed, []]);
    },
  );
}

/** Defines a test of the generator. @param parse the arguments with which the program of the language parses a file */
export function testAnotherDocument(
  language: Language,
  emit: (model: LanguageModel) => string,
  method: RegExp,
  parse: readonly string[],
): void {
  const reason = missing(language);
  test.skipIf(reason)(titled('a client can be generated for an API of a different kind', reason), async () => {
    const file = join(temporaryDirectory(), basename(language.client));
    const text = emit(languageModel(readClientModel(document)));
    writeFileSync(file, text);
    expect(text).toMatch(method);
    expect(text).not.toMatch(/carId|vehicles?'/);
    expect(await runCommand([language.program, ...parse, file])).toMatchObject({ code: 0, err: '' });
  });
}
