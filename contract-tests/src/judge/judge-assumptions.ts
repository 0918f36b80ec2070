import { envelopes } from '@vehicle-lookup/contract/validators';
import { type AssumptionCheck, type ProbeResult, sentence } from '../checks/assumption-check.ts';
import { assumptionChecksOf } from '../checks/assumptions/index.ts';
import type { Judgement } from '../checks/judgement.ts';
import { suiteFault, type Violation } from '../checks/violation.ts';
import type { RunPlan } from '../plan/run-plan.ts';

/** A run's result for one assumption in the document. */
export interface AssumptionResult {
  id: string;
  statement: string;
  /** `not-observable`: no request can test the assumption. */
  state: 'confirmed' | 'contradicted' | 'not-observed' | 'not-observable';
  /** The observation, or the reason why there is none. */
  how: string;
}

export interface AssumptionJudgement {
  result: AssumptionResult;
  /**
   * A contradiction that no response check has already reported, a clause violation that is independent of the assumption, or
   * an error in the check itself.
   */
  violation?: Violation;
  by?: Judgement;
}

/**
 * Applies all assumption checks to a run.
 * @param judgements the judgements in the order of their requests
 * @param isOfSeveralCallers whether to skip checks that need all requests of an account
 */
export function judgeAssumptions(
  judgements: readonly Judgement[],
  plan: RunPlan,
  isOfSeveralCallers: boolean,
): AssumptionJudgement[] {
  const { assumptions } = plan.contract;
  const checks = assumptionChecksOf(assumptions);
  return [...assumptions].map(([id, { statement, probe: text }]) => {
    // A violation reported by a body or status check is a contradiction, so the assumption check is skipped.
    const breaking = judgements.find(({ violations }) => violations.some(({ assumption }) => assumption === id));
    if (breaking) return { result: { id, statement, state: 'contradicted', how: violationText(breaking, id) } };
    const check = checks.get(id);
    // The remaining allowance of an account proves nothing if several callers used the service.
    if (!check || (isOfSeveralCallers && check.isOfOneCaller)) {
      const how = text.replace(/^none:\s*/, '');
      return { result: { id, statement, state: text.startsWith('none:') ? 'not-observable' : 'not-observed', how } };
    }
    const found = probeResult(id, check, judgements, plan);
    if ('code' in found) {
      const how = `the probe itself failed: ${found.got}`;
      const expected = `a judgement of the assumption ${id}`;
      return { result: { id, statement, state: 'not-observed', how }, violation: { ...found, expected } };
    }
    const { state, how, by, finding } = found;
    const result: AssumptionResult = { id, statement, state, how };
    if (!finding || !by || by.violations.length > 0) return { result };
    const rests = finding.clause === undefined ? { assumption: id } : {};
    const told = { code: 'status', title: sentence(how), expected: statement, got: how };
    return { result, by, violation: { ...told, ...rests, ...finding } };
  });
}

const envelopesOf = (operation: string): string[] => envelopes(operation, '200');

function probeResult(
  id: string,
  check: AssumptionCheck,
  judgements: readonly Judgement[],
  { target, secrets }: RunPlan,
): ProbeResult | Violation {
  try {
    return check.judge(judgements, { id, target, envelopesOf });
  } catch (error) {
    return suiteFault(error, secrets);
  }
}

function violationText({ request, violations }: Judgement, id: string): string {
  const violation = violations.find(({ assumption }) => assumption === id);
  return `${request.operation}: expected ${violation?.expected}, got ${violation?.got}`;
}
