import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VehicleLookupOptions } from '@vehicle-lookup/client';
import { recordUsage } from '@vehicle-lookup/client/fakes';
import { type Document, onePathPerOperation, operationTable } from '@vehicle-lookup/openapi';
import {
  bin,
  CANARY,
  canaryIn,
  root,
  run,
  runCommand,
  type Server,
  startServer,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { copyRepository } from '../support/copy-repository.ts';
import { readBuilt } from '../support/documented.ts';
import { changes, explained } from './changes.ts';

// Eight programs and twelve changes to the contract. A program is affected if its own test fails against the mock of the revision,
// or if it does not compile with the types of the revision. The gate predicts this only from usage files.

const names = [
  'browse',
  'decode',
  'engines',
  'fluids-by-vin',
  'oem-parts',
  'readable-report',
  'repair-times',
  'resume-batch',
];
type Program = (account: VehicleLookupOptions) => Promise<void>;
const usages = temporaryDirectory();
const copy = copyRepository({ built: true });
const { document } = readBuilt(root);

/**
 * Runs the test of a program. The program is imported dynamically, because the programs are compiled separately: a change to
 * the contract may break only the programs.
 * @returns the error; undefined if the test passes
 */
async function failureOf(name: string, baseUrl: string): Promise<unknown> {
  const { default: test } = (await import(`./programs/${name}.ts`)) as { default: Program };
  return test({ baseUrl, user: 'demo', key: CANARY, retry: false }).then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Returns the programs that the gate reports as affected. */
async function predicted(revision: string): Promise<Set<string>> {
  const [base, changed] = [join(root, 'spec/dist/openapi.json'), join(usages, 'revision.json')];
  writeFileSync(changed, revision);
  const { out, err } = await run(bin('gate'), ['diff', base, changed, '--consumers', usages, '--json']);
  if (out === '') throw new Error(err);
  const found: { consumers: { name: string; effect: string }[] }[] = JSON.parse(out).changes;
  return new Set(
    found.flatMap(({ consumers }) => consumers.filter(({ effect }) => effect === 'breaks')).map(({ name }) => name),
  );
}

beforeAll(async () => {
  const mock = await mockOf(copy);
  for (const name of names) {
    const directory = join(usages, name);
    mkdirSync(directory);
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
    const recording = recordUsage({ directory });
    expect(await failureOf(name, mock.address)).toBeUndefined();
    recording.write();
    recording.stop();
  }
  expect(await notCompiling(copy)).toEqual(new Set());
});

test('usage files do not contain values', () => {
  for (const name of names) {
    const text = readFileSync(join(usages, name, 'vehicle-lookup.usage.json'), 'utf8');
    expect(canaryIn(text)).toEqual([]);
    expect(text).not.toMatch(/WVWZZZ|ZZZZ404|25573|999999403|Volkswagen|Engine oil|demo/i);
  }
});

/** The gate's prediction for a program, and the actual failures. `hit` and `rest` are correct predictions. */
interface Outcome {
  kind: 'hit' | 'missed' | 'alarm' | 'rest';
  /** `test`, `compiler`, or both. */
  failed: string;
}
const measured = new Map<string, Outcome[]>();

test.each(Object.entries(changes))(
  'the gate names the affected programs if %s, or the difference is explained',
  async (what, change) => {
    const revised = structuredClone(document);
    change(revised as never);
    await revise(copy, revised);
    const mock = await mockOf(copy);
    const [said, compiler] = [await predicted(JSON.stringify(revised)), await notCompiling(copy)];
    const outcomes: Outcome[] = [];
    for (const name of names) {
      const isFailing = (await failureOf(name, mock.address)) !== undefined;
      const failed = [...(isFailing ? ['test'] : []), ...(compiler.has(name) ? ['compiler'] : [])].join(', ');
      const kind = said.has(name) ? (failed ? 'hit' : 'alarm') : failed ? 'missed' : 'rest';
      outcomes.push({ kind, failed });
    }
    measured.set(what, outcomes);
    await mock.stop();
    const wrong = names.filter((_, index) => ['alarm', 'missed'].includes(outcomes[index]?.kind ?? ''));
    expect(wrong).toEqual(Object.keys(explained[what] ?? {}).sort());
  },
);

test('the committed table matches the measured outcomes; `DEEP=1 vitest run consumers -u` updates it', async () => {
  const all = [...measured.values()].flat();
  const count = (kind: Outcome['kind']) => all.filter((one) => one.kind === kind).length;
  const percent = (part: number, of: number) => `${part} of ${of} (${Math.round((100 * part) / of)} %)`;
  const cell = ({ kind, failed }: Outcome) =>
    ({ hit: `✓ ${failed}`, alarm: '**alarm**', missed: `**missed** ${failed}`, rest: '–' })[kind];
  const reasons = Object.entries(explained).flatMap(([what, ofPrograms]) =>
    Object.entries(ofPrograms).map(([name, why]) => `- ${what}, \`${name}\`: ${why}.`),
  );
  const hits = count('hit');
  const text = [
    '# Affected consumers: predictions of the gate and actual failures',
    '',
    'Written by `DEEP=1 vitest run consumers -u` in `tests`.',
    '',
    'Eight programs, whose tests recorded their API usage, and twelve changes to the contract. A failure is a failed test of a program',
    'against the mock of the changed contract, or a compiler error with the changed types.',
    '',
    `Recall ${percent(hits, hits + count('missed'))}, precision ${percent(hits, hits + count('alarm'))}. In ${count('rest')} of ${all.length} pairs the gate names no consumer, and no test fails.`,
    '',
    `| change | ${names.join(' | ')} |`,
    `| ${['', ...names].map(() => '---').join(' | ')} |`,
    ...[...measured].map(([what, outcomes]) => `| ${[what, ...outcomes.map(cell)].join(' | ')} |`),
    '',
    '✓: the gate names the program, and the listed checks fail. **alarm**: the gate names the program, but no check fails. **missed**: the gate',
    'does not name the program, but a check fails.',
    '',
    ...reasons,
    '',
  ].join('\n');
  console.log(text);
  await expect(text).toMatchFileSnapshot('measured.md');
});

/**
 * The generators of the types and the client. The validators are not generated, because their generator rejects an inconsistent
 * document.
 */
const GENERATORS = [
  ['packages/contract', 'generate/types.ts'],
  ['packages/contract', 'generate/operations.ts'],
  ['packages/client', 'generate.ts'],
] as const;

/**
 * Changes a copy of the repository to a different revision of the contract: types, client and mock. The document is not linted,
 * because an inconsistent document breaks the lint rules.
 * @throws with the output of the first step that fails
 */
async function revise(copy: string, document: Document): Promise<void> {
  const files = {
    openapi: document,
    operations: onePathPerOperation(document),
    'operation-table': operationTable(document),
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(copy, `spec/dist/${name}.json`), JSON.stringify(content));
  for (const [directory, generator] of GENERATORS) {
    await runStep([process.execPath, '-C', '@vehicle-lookup/source', generator], join(copy, directory));
  }
  await runStep([join(root, 'node_modules/.bin/tsc'), '-b', 'packages/contract', 'packages/client'], copy);
}

async function runStep(command: string[], cwd: string): Promise<void> {
  const { code, out, err } = await runCommand(command, { cwd });
  if (code !== 0) throw new Error(`${cwd}: ${command.join(' ')}\n${out}${err}`);
}

/** Starts the mock of a revision. Reserved inputs return a failure. */
const mockOf = (copy: string): Promise<Server> => startServer(bin('mock', copy), ['--port', '0', '--by-input']);

/** Returns the programs that do not compile with the types of a revision. */
async function notCompiling(copy: string): Promise<Set<string>> {
  const { out } = await runCommand([join(root, 'node_modules/.bin/tsc'), '-p', 'programs/tsconfig.json'], {
    cwd: join(copy, 'tests/consumers'),
  });
  return new Set([...out.matchAll(/([\w-]+)\.ts\(\d+,\d+\): error/g)].map(([, name = '']) => name));
}
