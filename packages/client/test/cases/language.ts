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

/** A language with a client, and the settings to run its cases. */
export interface Language {
  name: string;
  program: ToolChain;
  /** The arguments of a check that exits with 0 if the program meets the client's requirements. */
  check: readonly string[];
  needs: string;
  /** The path of the runner, whose optional last argument is the path of a modified client. */
  runner: string;
  client: string;
}

/**
 * Returns the reason why the cases of a language cannot run here; undefined if they can.
 * @throws if the language is required
 */
export function missing({ program, check, needs }: Language): string | undefined {
  if (!hasToolChain(program)) return `${program} was not found`;
  if (spawnSync(program, check).status === 0) return undefined;
  const reason = `${program} is not ${needs}`;
  if (isRequired(program)) throw new Error(`${reason}, and VEHICLE_LOOKUP_REQUIRE names it.`);
  return reason;
}

/** Returns a test title, with the reason if the test is skipped. */
export const titled = (title: string, reason: string | undefined): string =>
  reason === undefined ? title : `${title} (skipped: ${reason})`;

/** Runs cases with one client, against the service that responds to them. */
export type RunCases = (cases: readonly Case[], address: string) => Promise<Outcome[]>;

/** Returns a function that runs cases with a language's client, or with a modified client. */
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

/** Defines the tests of one client: the cases, and the ten operations against the mock. */
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

  test('gets the same data from the mock as the TypeScript client, for every operation', async () => {
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

/** Returns a case for each operation, with the given base URL. */
export function onMock(baseUrl: string): Case[] {
  const calls = new Map(
    readCases('requests')
      .map((one) => [one.call[0], one] as const)
      .toReversed(),
  );
  return [...calls.values()].map((one) => ({ ...one, client: { ...one.client, baseUrl } }));
}

/** A fault to inject into a client: a string and its replacement. */
export type Fault = readonly [name: string, found: string, replacement: string];

/** Defines a test for each fault, which at least one case must detect. */
export function testFaults(language: Language, faults: readonly Fault[]): void {
  const cases = readCases();
  const text = readFileSync(language.client, 'utf8');
  const reason = missing(language);
  test.skipIf(reason).each(faults)(
    titled('a case detects this fault: %s', reason),
    async (_, original, replacement) => {
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
      // Cases that wait for a time limit run only if no other case detects the fault.
      const found = await findings(cases.filter(({ client }) => client.timeout === undefined));
      expect(found.length > 0 ? found : await findings(cases)).not.toEqual([]);
    },
  );
}

/**
 * Runs cases with the client of another language.
 * @param command the command of the runner, which reads cases from standard input and prints one outcome per line
 * @throws Error with the error output of the runner, if it fails
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
