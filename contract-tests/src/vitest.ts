import { operationTable } from '@vehicle-lookup/contract';
import { readAssumptions } from '@vehicle-lookup/openapi';
import { beforeAll, describe, type TestContext, test } from 'vitest';
import { groupBy } from './group-by.ts';
import { contractDocument } from './plan/document.ts';
import { createCredentialMatrix } from './report/credential-matrix.ts';
import { createMatrix } from './report/matrix.ts';
import { assumptionOutcome, cellOutcome, credentialOutcome, runOutcome, type TestOutcome } from './report/outcome.ts';
import type { RunReport } from './report/report.ts';
import { type VerifyOptions, verifyContract } from './verify.ts';

/**
 * Registers the contract as tests: one `describe` for each operation with one test for each declared response, then the
 * credentials, the assumptions, and the run as a whole, which fails exactly when the command would not end with 0. A cell
 * that was not or cannot be observed is skipped with its reason; a cell that the profile requires fails instead.
 *
 * The requests are made once, before the first of these tests. No message holds a credential.
 * @param options those of `verifyContract`, or a function that makes them: it is called when the run begins, so that a
 * `beforeAll` of the same file can start the service first
 */
export function contractTests(options: VerifyOptions | (() => VerifyOptions | Promise<VerifyOptions>)): void {
  describe('the contract', () => {
    let report: RunReport;
    beforeAll(async () => {
      report = await verifyContract(typeof options === 'function' ? await options() : options);
    }, RUN_LIMIT_MS);

    const cells = createMatrix({ ...nothingJudged, operations: operationTable.operations });
    for (const [operation, ofOperation] of groupBy(cells, (cell) => cell.operation)) {
      describe(operation, () => {
        for (const cell of ofOperation) {
          test([cell.status, cell.envelope ?? ''].join(' ').trim(), (context) => {
            conclude(cellOutcome(cell, report), context);
          });
        }
      });
    }

    describe('credentials', () => {
      for (const cell of createCredentialMatrix({ ...nothingJudged, table: operationTable })) {
        test(`${cell.credential} ${cell.fault}`, (context) => {
          conclude(credentialOutcome(cell, report), context);
        });
      }
    });

    describe('assumptions', () => {
      for (const id of readAssumptions(contractDocument()).keys()) {
        test(id, (context) => {
          conclude(assumptionOutcome(id, report), context);
        });
      }
    });

    test('the run is conformant', (context) => conclude(runOutcome(report), context));
  });
}

/** The tests are registered before the run. */
const nothingJudged = { judgements: [], target: 'service', fails: () => true } as const;

/** Milliseconds for all requests: those of the profile `deep`, each at its time limit. */
const RUN_LIMIT_MS = 3_600_000;

function conclude(outcome: TestOutcome, context: TestContext): void {
  if ('skip' in outcome) context.skip(outcome.skip);
  if ('fail' in outcome) throw new BrokenContractError(outcome.fail);
  if ('error' in outcome) throw new BrokenContractError(outcome.error);
}

/** Has no stack: a line of this file does not help a reader. */
class BrokenContractError extends Error {
  override name = 'BrokenContractError';
  override stack = '';
}
