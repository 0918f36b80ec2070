import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BinName, bin, CANARY, canaryIn, root, run, type Server, startMock } from '@vehicle-lookup/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownText, withVariables } from '../../src/content/variables.ts';
import { contract, site } from '../rendered.ts';

const GUIDES = join(import.meta.dirname, '../../content/guides');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const guides = readdirSync(GUIDES).map((file) => ({ file, text: readFileSync(join(GUIDES, file), 'utf8') }));
/** The page for providers, which also contains commands. */
const implement = { file: 'implement.md', text: readFileSync(join(GUIDES, '../implement.md'), 'utf8') };

let mock: Server;
/** Directory in this package, so that the code can import the client. */
const directory = mkdtempSync(join(import.meta.dirname, '.guides-'));
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Returns the code blocks of a guide, each with the `text` block that follows: its output. */
const blocksOf = (text: string) =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```(?:\n\n```text\n([\s\S]*?)^```)?/gm)].map(
    ([, language, code = '', printed]) => ({ language, code, printed }),
  );

test('every guide is a page of this site', () => {
  expect(site.texts.filter(({ kind }) => kind === 'guide')).toHaveLength(guides.length);
});

describe.each(guides)('$file', ({ file, text }) => {
  const blocks = blocksOf(text);
  const programs = blocks.filter(({ language }) => language === 'js');

  test.each(programs.map((program, index) => ({ number: index + 1, ...program })))(
    'program $number prints the output shown below the program, without the key',
    async ({ number, code, printed }) => {
      const known = { ...site, servers: [{ name: 'mock', address: mock.address }] };
      const program = join(directory, `${file}-${number}.mjs`);
      writeFileSync(program, withVariables(known, code, read) ?? '');
      const { out, err } = await run(program, [], {
        cwd: directory,
        env: { VEHICLE_LOOKUP_USER: 'demo', VEHICLE_LOOKUP_KEY: CANARY },
      });
      expect({ err, out }).toEqual({ err: '', out: withVariables(site, printed ?? 'expected a block of text', read) });
      expect(canaryIn(out)).toEqual([]);
    },
  );

  test('contains code blocks only in js, sh and text, because other languages are not tested', () => {
    expect(blocks.map(({ language }) => language).filter((one) => !['js', 'sh'].includes(one ?? ''))).toEqual([]);
  });

  test('uses placeholders for statuses and numbers of the contract', () => {
    const prose = text.replaceAll(/^```[\s\S]*?^```|`[^`]*`|\{\{[^}]*\}\}/gm, '');
    expect(prose.match(/\b\d{3,}\b/g)).toBeNull();
    const statuses = new Set(contract.operations.flatMap((one) => one.responses.map(({ status }) => status)));
    const typed = text.match(/(?:code=|status\()\d+/g) ?? [];
    expect([...typed].filter((one) => statuses.has(one.replace(/\D/g, '')))).toEqual([]);
  });

  test('ends every sentence from the contract with a full stop', () => {
    const filled = withVariables(site, text, read) ?? '';
    expect(filled.match(/\(\[(?:specified|assumed)\]\([^)]*\)\) [A-Z[].*/g)).toBeNull();
  });

  test('has fewer than 1,100 words', () => {
    const filled = withVariables(site, text, read) ?? '';
    expect(filled.split(/\s+/).length).toBeLessThan(1100);
  });
});

const helps = new Map<string, Promise<string>>();
/** Returns the help of a command. Each command runs only once. */
function helpOf(name: string, command: string): Promise<string> {
  const key = `${name} ${command}`;
  const help = helps.get(key) ?? run(bin(name as BinName), [command, '--help'].filter(Boolean)).then(({ out }) => out);
  helps.set(key, help);
  return help;
}

test.each([...guides, implement])('$file uses only flags that exist', async ({ text }) => {
  for (const [line, name = '', rest = ''] of text.matchAll(/(?:^|`)vehicle-lookup-(\w+) ([^`\n]+)/gm))
    for (const flag of rest.match(/--[\w-]+/g) ?? [])
      expect(await helpOf(name, /^[a-z]+/.exec(rest)?.[0] ?? ''), line).toContain(flag);
});

describe.each(['implement', 'start'])('%s.md', (name) => {
  const pieces = (whole: string) => whole.split(/\n(?=\n|- |\d+\. )/).length;
  const text = readFileSync(join(GUIDES, `../${name}.md`), 'utf8').replace(/^# .*\n/, '');
  /** Additional variables of the first page, with arbitrary values. */
  const variables =
    name !== 'start'
      ? {}
      : Object.fromEntries([...text.matchAll(/\{\{([\w-]+)\}\}/g)].map(([, one]) => [one, () => 'x']));

  test('is complete for the document of this repository', () => {
    expect(ownText(site, name, variables)).toBe(withVariables(site, text, read, variables));
  });

  test('omits only paragraphs and items with values that the document lacks', () => {
    const assumptions = new Map([...contract.assumptions].filter(([id]) => id !== 'head'));
    const without = ownText({ ...site, contract: { ...contract, assumptions } }, name, variables);
    expect(without).not.toContain('{{');
    expect(pieces(text) - pieces(without)).toBe(text.match(/{{assumption head}}/g)?.length ?? 0);
    expect(ownText({ ...site, contract: { ...contract, assumptions: new Map() } }, name, variables)).toContain('## ');
  });
});

test('a guide with a missing value is omitted, and an unknown placeholder throws an error', () => {
  expect(withVariables(site, 'a {{operation no-such-operation}}', read)).toBeUndefined();
  expect(withVariables(site, 'a {{status no-such-error}}', read)).toBeUndefined();
  expect(() => withVariables(site, '{{frob}}', read)).toThrow('{{frob}}: expected one of address,');
});
