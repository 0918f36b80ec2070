import { groupBy } from '@vehicle-lookup/findings';
import { operationTable } from '@vehicle-lookup/operations';
import { readAssumptions } from '@vehicle-lookup/selectors/document';
import { beforeAll, describe, type TestContext, test } from 'vitest';
import { contractDocument } from './plan/document.ts';
import { credentialMatrix } from './report/credential-matrix.ts';
import { matrix } from './report/matrix.ts';
import { assumptionOutcome, cellOutcome, credentialOutcome, type Outcome, runOutcome } from './report/outcome.ts';
import type { Report } from './report/report.ts';
import { type VerifyOptions, verifyContract } from './verify.ts';

/**
 * Registers the contract as tests: one `describe` for each operation with one test for each declared answer, then the
 * credentials, the assumptions, and the run as a whole, which fails exactly when the command would not end with 0. What
 * was not observed, or cannot be, is skipped with its reason; what the profile requires fails instead.
 *
 * The requests are made once, before the first of these tests. No message holds a credential.
 * @param options as of `verifyContract`, or what makes them: it is called when the run begins, so that a `beforeAll` of
 * the same file can start the service first
 */
export function contractTests(options: VerifyOptions | (() => VerifyOptions | Promise<VerifyOptions>)): void {
  describe('the contract', () => {
    let report: Report;
    beforeAll(async () => {
      report = await verifyContract(typeof options === 'function' ? await options() : options);
    }, PATIENCE);

    const cells = matrix(operationTable.operations, [], 'service', () => true);
    for (const [operation, own] of groupBy(cells, (cell) => cell.operation)) {
      describe(operation, () => {
        for (const cell of own) {
          test([cell.status, cell.envelope ?? ''].join(' ').trim(), (context) => {
            tell(cellOutcome(cell, report), context);
          });
        }
      });
    }

    describe('credentials', () => {
      for (const cell of credentialMatrix(operationTable, [], 'service', () => true)) {
        test(`${cell.credential} ${cell.fault}`, (context) => {
          tell(credentialOutcome(cell, report), context);
        });
      }
    });

    describe('assumptions', () => {
      for (const id of readAssumptions(contractDocument()).keys()) {
        test(id, (context) => {
          tell(assumptionOutcome(id, report), context);
        });
      }
    });

    test('the run is conformant', (context) => tell(runOutcome(report), context));
  });
}

/** Milliseconds for all requests: sixty, the most of a run on a service, at the time limit of each. */
const PATIENCE = 600_000;

function tell(outcome: Outcome, context: TestContext): void {
  if ('skip' in outcome) context.skip(outcome.skip);
  if ('fail' in outcome) throw new ContractBroken(outcome.fail);
}

/** Its place in this file says nothing to a reader, so it has no stack. */
class ContractBroken extends Error {
  override name = 'ContractBroken';
  override stack = '';
}
