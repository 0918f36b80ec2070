import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BinName, bin, CANARY, canaryIn, root, run, type Server, startMock } from '@vehicle-lookup/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withFacts } from '../../src/texts/facts.ts';
import { contract, site } from '../rendered.ts';

const GUIDES = join(import.meta.dirname, '../../content/guides');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const guides = readdirSync(GUIDES).map((file) => ({ file, text: readFileSync(join(GUIDES, file), 'utf8') }));

let mock: Server;
/** In this package, so that the code finds the client. */
const directory = mkdtempSync(join(import.meta.dirname, '.guides-'));
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => rmSync(directory, { recursive: true }));

/** The code in a guide, each with what it prints: the block of text behind it. */
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
    'program $number prints what stands below it, and no key',
    async ({ number, code, printed }) => {
      const known = { ...site, servers: [{ name: 'mock', address: mock.address }] };
      const program = join(directory, `${file}-${number}.mjs`);
      writeFileSync(program, withFacts(known, code, read) ?? '');
      const { out, err } = await run(program, [], {
        cwd: directory,
        env: { VEHICLE_LOOKUP_USER: 'demo', VEHICLE_LOOKUP_KEY: CANARY },
      });
      expect({ err, out }).toEqual({ err: '', out: withFacts(site, printed ?? 'expected a block of text', read) });
      expect(canaryIn(out)).toEqual([]);
    },
  );

  test('is written in js, sh and text alone: the test runs nothing else', () => {
    expect(blocks.map(({ language }) => language).filter((one) => !['js', 'sh'].includes(one ?? ''))).toEqual([]);
  });

  test('types no status and no number of the contract: placeholders say them', () => {
    const prose = text.replaceAll(/^```[\s\S]*?^```|`[^`]*`|\{\{[^}]*\}\}/gm, '');
    expect(prose.match(/\b\d{3,}\b/g)).toBeNull();
    const statuses = new Set(contract.operations.flatMap((one) => one.responses.map(({ status }) => status)));
    const typed = text.match(/(?:code=|status\()\d+/g) ?? [];
    expect([...typed].filter((one) => statuses.has(one.replace(/\D/g, '')))).toEqual([]);
  });

  const commands = [...text.matchAll(/(?:^|`)vehicle-lookup-(\w+) ([^`\n]+)/gm)];
  test.runIf(commands.length > 0)('shows commands whose flags exist', async () => {
    for (const [line, name, rest = ''] of commands) {
      const command = /^[a-z]+/.exec(rest)?.[0];
      const { out } = await run(bin(name as BinName), [...(command ? [command] : []), '--help']);
      for (const flag of rest.match(/--[\w-]+/g) ?? []) expect(out, line).toContain(flag);
    }
  });

  test('ends every sentence that it takes from the contract', () => {
    const filled = withFacts(site, text, read) ?? '';
    expect(filled.match(/\(\[(?:specified|assumed)\]\([^)]*\)\) [A-Z[].*/g)).toBeNull();
  });

  test('has at most two screens of text', () => {
    const filled = withFacts(site, text, read) ?? '';
    expect(filled.split(/\s+/).length).toBeLessThan(1100);
  });
});

test('a guide that speaks of what the document lacks is left out, and an unknown placeholder is an error', () => {
  expect(withFacts(site, 'a {{operation no-such-operation}}', read)).toBeUndefined();
  expect(withFacts(site, 'a {{status no-such-error}}', read)).toBeUndefined();
  expect(() => withFacts(site, '{{frob}}', read)).toThrow('{{frob}}: expected one of address,');
});
