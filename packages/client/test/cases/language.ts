import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  hasToolChain,
  isRequired,
  runCommand,
  startMock,
  type ToolChain,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Case, readCases } from './cases.ts';
import { judge, type Outcome } from './judge.ts';
import { runTypeScript } from './run-typescript.ts';
import { type CaseService, serveCases } from './service.ts';

/** A language in which there is a client, and how its cases are run. */
export interface Language {
  name: string;
  program: ToolChain;
  /** A script that ends with 0 if the program is new enough and has what the client needs. */
  check: readonly string[];
  needs: string;
  /** Its last argument may be a different client from the one in the repository. */
  runner: string;
  client: string;
}

/**
 * Why the cases of a language cannot run here; undefined if they can.
 * @throws where they have to run
 */
export function missing({ program, check, needs }: Language): string | undefined {
  if (!hasToolChain(program)) return `${program} was not found`;
  if (spawnSync(program, check).status === 0) return undefined;
  const reason = `${program} is not ${needs}`;
  if (isRequired(program)) throw new Error(`${reason}, and VEHICLE_LOOKUP_REQUIRE names it.`);
  return reason;
}

/** The name of a test, with the reason why it is skipped. */
export const titled = (title: string, reason: string | undefined): string =>
  reason === undefined ? title : `${title} (skipped: ${reason})`;

/** Runs cases with one client, at the service that responds to them. */
export type RunCases = (cases: readonly Case[], address: string) => Promise<Outcome[]>;

/** Runs cases with the client of a language, or with a changed one. */
export const runIn =
  ({ program, runner }: Language, ...client: string[]): RunCases =>
  (cases, address) =>
    runLanguage([program, runner, ...client], cases, address);

/** Defines the tests of a language. */
export function testLanguage(language: Language): void {
  const reason = missing(language);
  describe.skipIf(reason)(titled(`the client for ${language.name}`, reason), () =>
    testCases(language.name, runIn(language)),
  );
}

/** Defines the tests of one client: the cases, and the ten operations on the mock. */
export function testCases(language: string, run: RunCases): void {
  const cases = readCases();
  let service: CaseService;
  let outcomes: Outcome[];
  beforeAll(async () => {
    service = await serveCases(cases);
    outcomes = await run(cases, service.address);
  });

  test.each(cases.map((one, index) => [one.id, index] as const))('%s', (_, index) => {
    const [one, outcome] = [cases[index], outcomes[index]];
    expect(one && outcome && judge(one, outcome, service.requests(index), language)).toEqual([]);
  });

  test('gets the same data from the mock as the client for TypeScript, in every operation', async () => {
    const { address } = await startMock();
    const calls = onMock(address);
    const own = await run(calls, address);
    const same = await runTypeScript(calls, address);
    const shown = ({ data, issues, meta, error }: Outcome) => ({ data, issues, meta, error });
    expect(own.map(shown)).toEqual(same.map((outcome) => JSON.parse(JSON.stringify(shown(outcome)))));
    expect(own.filter(({ error }) => error)).toEqual([]);
    expect(calls).not.toEqual([]);
  });
}

/** A call of each operation, as the cases have them, at an address. */
export function onMock(baseUrl: string): Case[] {
  const calls = new Map(
    readCases('requests')
      .map((one) => [one.call[0], one] as const)
      .toReversed(),
  );
  return [...calls.values()].map((one) => ({ ...one, client: { ...one.client, baseUrl } }));
}

/** A fault to put into a client: what is replaced, and by what. */
export type Fault = readonly [name: string, found: string, replacement: string];

/** Defines a test for each fault: at least one case finds it. */
export function testFaults(language: Language, faults: readonly Fault[]): void {
  const cases = readCases();
  const text = readFileSync(language.client, 'utf8');
  const reason = missing(language);
  test.skipIf(reason).each(faults)(titled('a case finds: %s', reason), async (_, original, replacement) => {
    expect(text.split(original)).toHaveLength(2);
    const mutant = join(temporaryDirectory(), basename(language.client));
    writeFileSync(
      mutant,
      text.replace(original, () => replacement),
    );
    const findings = async (some: readonly Case[]) => {
      const service = await serveCases(some);
      const outcomes = await runIn(language, mutant)(some, service.address);
      return some.flatMap((one, index) =>
        judge(one, outcomes[index] as Outcome, service.requests(index), language.name),
      );
    };
    // Those that wait for a time limit only if no other finds it.
    const found = await findings(cases.filter(({ client }) => client.timeout === undefined));
    expect(found.length > 0 ? found : await findings(cases)).not.toEqual([]);
  });
}

/**
 * Runs cases with the client of another language.
 * @param command of its runner, which reads cases from standard input, and prints an outcome a line
 * @throws with what the runner printed, when it fails
 */
export async function runLanguage(
  command: readonly string[],
  cases: readonly Case[],
  server: string,
): Promise<Outcome[]> {
  const { code, out, err } = await runCommand(command, { input: JSON.stringify({ server, cases }) });
  const lines = out.trim().split('\n');
  if (code !== 0 || lines.length !== cases.length)
    throw new Error(`${command.join(' ')}: exit code ${code}, ${lines.length} of ${cases.length} outcomes\n${err}`);
  return lines.map((line) => JSON.parse(line) as Outcome);
}
