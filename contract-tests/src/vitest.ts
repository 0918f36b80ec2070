import { readAssumptions } from '@vehicle-lookup/document';
import { operationTable } from '@vehicle-lookup/operations';
import { beforeAll, describe, type TestContext, test } from 'vitest';
import { groupBy } from './group-by.ts';
import { contractDocument } from './plan/document.ts';
import { credentialMatrix } from './report/credential-matrix.ts';
import { matrix } from './report/matrix.ts';
import { assumptionOutcome, cellOutcome, credentialOutcome, type Outcome, runOutcome } from './report/outcome.ts';
import type { Report } from './report/report.ts';
import { type VerifyOptions, verifyContract } from './verify.ts';

/**
 * Registers the contract as tests: one `describe` for each operation with one test for each declared reply, then the
 * credentials, the assumptions, and the run as a whole, which fails exactly when the command would not end with 0. A cell
 * that was not or cannot be observed is skipped with its reason; a cell that the profile requires fails instead.
 *
 * The requests are made once, before the first of these tests. No message holds a credential.
 * @param options those of `verifyContract`, or a function that makes them: it is called when the run begins, so that a
 * `beforeAll` of the same file can start the service first
 */
export function contractTests(options: VerifyOptions | (() => VerifyOptions | Promise<VerifyOptions>)): void {
  describe('the contract', () => {
    let report: Report;
    beforeAll(async () => {
      report = await verifyContract(typeof options === 'function' ? await options() : options);
    }, RUN_LIMIT_MS);

    const cells = matrix(operationTable.operations, [], 'service', () => true);
    for (const [operation, own] of groupBy(cells, (cell) => cell.operation)) {
      describe(operation, () => {
        for (const cell of own) {
          test([cell.status, cell.envelope ?? ''].join(' ').trim(), (context) => {
            conclude(cellOutcome(cell, report), context);
          });
        }
      });
    }

    describe('credentials', () => {
      for (const cell of credentialMatrix(operationTable, [], 'service', () => true)) {
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

/** Milliseconds for all requests: those of the profile `deep`, each at its time limit. */
const RUN_LIMIT_MS = 3_600_000;

function conclude(outcome: Outcome, context: TestContext): void {
  if ('skip' in outcome) context.skip(outcome.skip);
  if ('fail' in outcome) throw new BrokenContractError(outcome.fail);
}

/** Has no stack: a place in this file says nothing to a reader. */
class BrokenContractError extends Error {
  override name = 'BrokenContractError';
  override stack = '';
}
