import { operationTable } from '@vehicle-lookup/contract';
import { readAssumptions } from '@vehicle-lookup/openapi';
import { findingsText, painter, sameFindings } from '@vehicle-lookup/toolkit/findings';
import { beforeAll, describe, type RunnerTask, test } from 'vitest';
import { groupBy } from './group-by.ts';
import { contractDocument } from './plan/document.ts';
import { cellName, columnOf } from './report/cells.ts';
import { createCredentialMatrix } from './report/credential-matrix.ts';
import { titleOf } from './report/explain.ts';
import type { RunFinding } from './report/findings.ts';
import { createMatrix } from './report/matrix.ts';
import type { RunReport } from './report/report.ts';
import { type ReportTest, RUN_TEST, reportTests } from './report/tests.ts';
import { planContract, type VerifyOptions, verifyContract } from './verify.ts';

/**
 * Registers the contract as tests: one `describe` per operation with one test per declared response, then the credentials,
 * the assumptions and the whole run, which fails if the command would not exit with 0. A test of an unobserved cell is skipped
 * with its reason, or fails if the profile requires the cell.
 *
 * The requests are sent once, before the first of these tests. If a filter (`-t`) selects only tests of operations, only the
 * requests of those operations and the valid requests that provide values for them are sent. The first test that shows a
 * finding prints it; the other tests refer to that test. Messages contain no credentials.
 * @param options options of `verifyContract`, or a function that returns them. The function is called at the start of the
 * run, so that a `beforeAll` in the same file can start the service first.
 */
export function contractTests(options: VerifyOptions | (() => VerifyOptions | Promise<VerifyOptions>)): void {
  const caller = new Error();
  Error.captureStackTrace(caller, contractTests);
  const [, ...frames] = String(caller.stack).split('\n');

  describe('the contract', () => {
    let tests: Map<string, ReportTest[]>;
    let messageOf: (test: ReportTest, name: string) => string;
    const prepare = async (...given: readonly unknown[]): Promise<void> => {
      // Vitest passes the suite last; before version 4, as the only argument.
      const { tasks } = given.at(-1) as { tasks: readonly RunnerTask[] };
      const report = await verifyOnly(
        selectedOperations(tasks),
        typeof options === 'function' ? await options() : options,
      );
      tests = reportTests(report);
      messageOf = createMessages(report);
    };
    // Vitest reads fixtures from the first parameter; a bound function has no visible parameters. The run has its own time limit.
    beforeAll(prepare.bind(undefined), 0);

    const register = (suite: string, name: string) =>
      test(name, ({ task, skip }) => {
        const own = tests.get(suite)?.find((one) => one.name === name);
        if (!own) throw new BrokenContractError('could not be judged: the report has no such test', frames);
        if (own.result === 'skipped') skip(own.message);
        if (own.result === 'passed') return;
        throw new BrokenContractError(messageOf(own, `${task.suite?.name} > ${task.name}`), frames);
      });

    const cells = createMatrix({ ...nothingJudged, operations: operationTable.operations });
    for (const [operation, ofOperation] of groupBy(cells, (cell) => cell.operation)) {
      describe(operation, () => {
        for (const cell of ofOperation) register(operation, columnOf(cell));
      });
    }

    describe('credentials', () => {
      for (const cell of createCredentialMatrix({ ...nothingJudged, table: operationTable })) {
        register('credentials', cellName(cell));
      }
    });

    describe('assumptions', () => {
      for (const id of readAssumptions(contractDocument()).keys()) {
        register('assumptions', id);
      }
    });

    register('run', RUN_TEST);
  });
}

/** The matrix source for registering the tests before the run. */
const nothingJudged = { judgements: [], target: 'service', fails: () => true } as const;

/** Returns the operations whose tests are selected. Undefined if a selected test needs the whole run. */
function selectedOperations(tasks: readonly RunnerTask[]): string[] | undefined {
  const isSelected = (task: RunnerTask): boolean =>
    'tasks' in task ? task.tasks.some(isSelected) : task.mode !== 'skip';
  const names = tasks.filter(isSelected).map(({ name }) => name);
  const isOperation = (name: string) => operationTable.operations.some(({ id }) => id === name);
  return names.every(isOperation) && names.length < operationTable.operations.length ? names : undefined;
}

/** The time reserved for pauses before retries. */
const PAUSES_MS = 300_000;

/** Verifies the service within the maximum time of the planned requests. */
async function verifyOnly(only: readonly string[] | undefined, given: VerifyOptions): Promise<RunReport> {
  const options = only ? { ...given, only } : given;
  const { timeoutMs = 10_000, signal } = options;
  const { cases } = await planContract(options);
  const limit = AbortSignal.timeout(cases.length * timeoutMs + PAUSES_MS);
  return verifyContract({ ...options, signal: signal ? AbortSignal.any([signal, limit]) : limit });
}

/** Returns a function that creates the messages for failed tests. Each finding is printed once, by the first test that shows it. */
function createMessages(report: RunReport): (test: ReportTest, name: string) => string {
  const groups = sameFindings(report.findings.filter(({ fails }) => fails));
  const printedBy = new Map<(typeof groups)[number], string>();
  const textOf = (group: (typeof groups)[number], findings: readonly RunFinding[], name: string): string => {
    const first = printedBy.get(group) ?? name;
    printedBy.set(group, first);
    if (first === name) return findingsText(group, painter(false), titleOf);
    const { code, title = titleOf(code) } = findings[0] ?? { code: '' };
    return `${code}: ${title}; see ${first}`;
  };
  return ({ findings, message }, name) => {
    const texts = groups.flatMap((group) => {
      const own = findings.filter((finding) => group.includes(finding));
      return own.length === 0 ? [] : [textOf(group, own, name)];
    });
    return texts.length === 0 ? message : texts.join('\n\n');
  };
}

/** An error whose stack trace starts at the call of `contractTests`. */
class BrokenContractError extends Error {
  override name = 'BrokenContractError';

  constructor(message: string, frames: readonly string[]) {
    super(message);
    this.stack = [`${this.name}: ${message}`, ...frames].join('\n');
  }
}
