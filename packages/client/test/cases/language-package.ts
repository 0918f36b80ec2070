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

/** A program in the README of a language. */
export function readmeProgram(language: Language, index = 0): string {
  const { name } = language;
  return readmeOf(language).split(`\`\`\`${name}\n`)[index + 1]?.split('```')[0] ?? '';
}

/** Defines the tests of the README: its program, and its codes. @param withClient makes the program find the client */
export function testReadme(language: Language, withClient: (program: string) => string): void {
  test('the README names the code of each error', () => {
    const codes = new Set(readCases().flatMap(({ error }) => error?.code ?? []));
    expect(codes.size).toBeGreaterThan(10);
    expect([...codes].filter((code) => !readmeOf(language).includes(`\`${code}\``))).toEqual([]);
  });
  const reason = missing(language);
  const title = 'the program of the README prints a line for each vehicle, and no key';
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

  const cache = 'the cache of the README makes one request, and its key is not that of the account';
  test.skipIf(reason)(titled(cache, reason), async () => {
    const { address } = await startMock();
    const input = withClient(readmeProgram(language, 1).replace('http://127.0.0.1:4010', address));
    const { out, err } = await runCommand([language.program], { input, env: { VEHICLE_LOOKUP_KEY: CANARY } });
    const [first, second, ...others] = out.trim().split('\n');
    expect([first, others, err, canaryIn(out)]).toEqual([`requested ${address}/api/?brands=1`, [second], '', []]);
  });
}

/** Defines a test for each program: what it prints, without an error. The key is in VEHICLE_LOOKUP_KEY. */
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

/** Defines a test of the generator. @param parse what the program of the language needs to parse the file that follows */
export function testAnotherDocument(
  language: Language,
  emit: (model: LanguageModel) => string,
  method: RegExp,
  parse: readonly string[],
): void {
  const reason = missing(language);
  test.skipIf(reason)(titled('an interface of another kind also gets a client', reason), async () => {
    const file = join(temporaryDirectory(), basename(language.client));
    const text = emit(languageModel(readClientModel(document)));
    writeFileSync(file, text);
    expect(text).toMatch(method);
    expect(text).not.toMatch(/carId|vehicles?'/);
    expect(await runCommand([language.program, ...parse, file])).toMatchObject({ code: 0, err: '' });
  });
}
