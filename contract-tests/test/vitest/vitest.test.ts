import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readAssumptions } from '@vehicle-lookup/openapi';
import { run } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import type { VerifyOptions } from '../../src/index.ts';
import { contractDocument } from '../../src/plan/document.ts';
import { KEY, OPERATIONS } from '../support/service.ts';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const directory = import.meta.dirname;

/** Runs the fixture's tests against a service with a fault. `tests` maps every test name to its result. */
async function runFixture(fault: string, options: Partial<VerifyOptions> = {}, filter: readonly string[] = []) {
  const env = { NO_COLOR: '1', FAULT: fault, OPTIONS: JSON.stringify(options) };
  const args = ['run', '--root', directory, '--reporter', 'verbose', ...filter];
  const { code, out, err } = await run(vitest, args, { env, cwd: directory });
  const output = `${out}${err}`;
  const lines = output.matchAll(/^ ([✓×↓]) \S+ > the contract > (.*?)(?: \d+ms)?(?: \[(.*)\])?$/gm);
  const tests = Object.fromEntries([...lines].map(([, mark, name = '', reason]) => [name, reason ?? mark]));
  const failed = Object.keys(tests).filter((name) => tests[name] === '×');
  const [, asked = ''] = /^requests: (.*)$/m.exec(output) ?? [];
  return { code, output, tests, failed, asked: asked.split(' ') };
}

test('every declared response of a correct service has a test that passes or is skipped with its reason', async () => {
  const weeklyWindow = readAssumptions(contractDocument()).get('weekly-window');
  const { code, tests } = await runFixture('none', { profile: 'deep' });
  expect(code).toBe(0);
  expect(tests).toMatchObject({
    'getFluids > 200 full': '✓',
    'getFluids > 200 bare': 'not observed: no response had this envelope',
    'listBrands > 404': 'not applicable: no input can cause this response',
    'credentials > key made-up': '✓',
    'assumptions > several-selectors': '✓',
    'assumptions > weekly-window': weeklyWindow?.probe.replace('none: ', ''),
    'the run is conformant': '✓',
  });
});

test('an invalid response fails its own test and the test for the whole run; the output shows the violation and a curl command', async () => {
  const { code, output, failed } = await runFixture('wrong type');
  expect(code).toBe(1);
  expect(failed).toEqual(['getFluids > 200 full', 'the run is conformant']);
  expect(output).toContain('\n  got        30, a number, in 1 of 7 entries\n');
  expect(output).toContain('\n  at         /data/0/ItemMPText\n');
  expect(output).toContain('"key=$VEHICLE_LOOKUP_KEY"');
  // The stack trace contains only the line that calls contractTests.
  const lines = readFileSync(join(directory, 'contract.fixture.ts'), 'utf8').split('\n');
  expect(output).toContain(`❯ contract.fixture.ts:${lines.indexOf('contractTests(() => ({') + 1}:1\n`);
  expect(output).not.toContain('vitest.ts:');
});

test('a finding that several tests share is printed once, and the other tests refer to the first test', async () => {
  const { output, failed } = await runFixture('422 for 400', { profile: 'deep' });
  expect(failed.length).toBeGreaterThan(10);
  expect(output.match(/^BrokenContractError: ✗ status/gm)).toHaveLength(1);
  expect(
    output.match(/^BrokenContractError: status: .* returns 422, not 400; see decodeVin > 400$/gm)?.length,
  ).toBeGreaterThan(3);
});

test.each<[string, string, string[]]>([
  [
    'an operation sends only its requests and the requests that provide its values',
    'getFluids',
    ['decodeVin', 'decodeVinAll', 'getFluids'],
  ],
  ['an operation without parameters sends only the requests of the operation', 'listBrands', ['listBrands']],
])('a filter on %s', async (_, filter, operations) => {
  const { code, asked, tests } = await runFixture('none', {}, ['-t', filter]);
  expect(code).toBe(0);
  expect(asked.filter((operation) => operation !== '').sort()).toEqual(operations);
  expect(tests[`${filter} > 200 full`]).toBe('✓');
});

test('the test of the whole run sends every request and has a time limit based on their number', async () => {
  const options = { profile: 'smoke', timeoutMs: 7000 } as const;
  const { asked, output } = await runFixture('none', options, ['-t', 'the run is conformant']);
  expect(asked).toHaveLength(OPERATIONS);
  expect(output).toContain(`run limit: ${OPERATIONS * 7000 + 300_000}\n`);
});

test('the test of a required response fails if the response was not observed', async () => {
  const { code, output, failed } = await runFixture('no parts at all', { profile: 'smoke' });
  expect(code).toBe(1);
  expect(failed).toEqual(['getOemParts > 200 full', 'the run is conformant']);
  expect(output).toContain('required but not observed: the list never had an element');
});

test('the test of a contradicted assumption is skipped, or fails if assumptions are enforced', async () => {
  const reported = await runFixture('other body of errors');
  expect(reported).toMatchObject({ code: 0, failed: [] });
  expect(reported.tests['assumptions > error-body']).toMatch(/^contradicted, but only reported: .*message/);
  const enforced = await runFixture('other body of errors', { assumptions: 'enforce' });
  expect(enforced.code).toBe(1);
  expect(enforced.failed).toContain('assumptions > error-body');
});

test('an undocumented field fails a strict run, and the output shows its location', async () => {
  expect(await runFixture('new field')).toMatchObject({ code: 0, failed: [] });
  const { code, output, failed } = await runFixture('new field', { strict: true });
  expect({ code, failed }).toEqual({ code: 1, failed: ['the run is conformant'] });
  expect(output).toMatch(/undocumented-field {2}getVehicle\n(.*\n)+? +at +\/data\/colour\n/);
});

test('the test file fails with one clear message if the service is not running', async () => {
  const { code, output, tests } = await runFixture('gone');
  expect(code).toBe(1);
  expect(output).toMatch(/NoVerdictError: http:\S+ does not respond: the connection failed/);
  expect(Object.values(tests)).not.toContain('✓');
});

test.each(['key in every body', 'key in clear', 'gone', 'none'])(
  'the output does not contain the key: %s',
  async (fault) => {
    const { output } = await runFixture(fault);
    expect(output).not.toContain(KEY);
    expect(output).not.toContain(encodeURIComponent(KEY));
  },
);
