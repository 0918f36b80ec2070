import { leaks } from '@vehicle-lookup/openapi/secrets';
import type { Judgement } from '../checks/judgement.ts';
import type { Violation } from '../checks/violation.ts';
import { defined } from '../defined.ts';
import { groupBy } from '../group-by.ts';
import { coverageOf, type PastResult, resultsOf } from '../history/past-result.ts';
import { createUnion } from '../history/union.ts';
import type { RunJudgement } from '../judge/judge.ts';
import type { AssumptionResult } from '../judge/judge-assumptions.ts';
import type { VerifiedContract } from '../plan/contract.ts';
import { type Case, whyText } from '../plan/request.ts';
import { type RunPlan, shortSecrets } from '../plan/run-plan.ts';
import type { RunResult } from '../run/make-requests.ts';
import { requestText } from '../run/request-text.ts';
import { suiteVersion } from '../suite-version.ts';
import { createCredentialMatrix } from './credential-matrix.ts';
import { driftOf } from './drift.ts';
import { contractFields, sightingsIn } from './fields.ts';
import { byGravity, createFinding, failsCell, findingsOf, type RunFinding, withoutRequest } from './findings.ts';
import { applyKnown, knownState } from './known-findings.ts';
import { createMatrix, notExercised } from './matrix.ts';
import { casesOfOneAccount, listNotTested } from './not-tested.ts';
import type { Cell, CredentialCell, Drift, RequestResult, RunReport } from './report.ts';
import { exitCodeOf, verdictOf } from './verdict.ts';
import { operationsText, verifiedClauses } from './verified.ts';

/** Builds the report of a run. */
export function buildReport(plan: RunPlan, run: RunResult, { judgements, assumptions }: RunJudgement): RunReport {
  const { contract, target, profile, seed, enforce, strict, address, accounts, secrets, without } = plan;
  const { started, ended, spending, stop } = run;
  const { title, version, table } = contract;
  const drift = driftOf(judgements, secrets);
  const fails = (violation: Violation) => failsCell(violation, plan);
  const cells = createMatrix({
    operations: table.operations,
    judgements,
    target,
    fails,
    accounts,
    planLacks: plan.planLacks,
    shown: responsesShown(plan.past ?? [], contract),
  });
  const credentials = createCredentialMatrix({ table, judgements, target, fails });
  const found = [
    ...findingsOf(judgements, plan),
    ...assumptions.flatMap(({ violation, by }) => (violation && by ? [createFinding(by, violation, plan)] : [])),
    ...assumptions.flatMap(({ violation, by }) => (violation && !by ? [brokenProbe(violation)] : [])),
    ...(strict ? undocumentedMembers(judgements, drift, plan) : []),
    ...(stop?.failure === undefined ? notExercised(cells) : []),
  ].filter(({ code }) => !without.includes(code));
  const startedText = new Date(started).toISOString();
  const findings = byGravity(applyKnown(found, plan.knownFindings, startedText.slice(0, 'YYYY-MM-DD'.length)));
  const failure = stop?.failure ?? suiteFailure(findings);
  const isUnknown = (cell: Cell | CredentialCell) => knownState(cell, findings) === undefined;
  const judged = verdictOf(cells.filter(isUnknown), credentials.filter(isUnknown), findings);
  // A run with failures is not conformant, even if other responses could not be judged.
  const isJudged = stop?.failure === undefined && (failure === undefined || judged === 'not conformant');
  const verdict = isJudged ? judged : 'no verdict';
  const made = judgements
    .filter(({ request }) => request.kind !== 'rejection')
    .map((judgement) => requestResult(judgement, plan));
  const fields = contractFields(contract.document);
  const sightings = sightingsIn(fields, judgements, startedText);
  const planned = new Set(plan.requests.map(({ id }) => id));
  const cases = target === 'mock' ? [] : casesOfOneAccount(contract);
  const results = assumptions.map(({ result }) => withOperations(result, judgements, cases));
  const clauses = verifiedClauses(contract.document, judgements, findings, cells);
  const history = plan.past && createUnion([...plan.past, ...resultsOf(made, startedText)], ended, plan.maxAge);
  return {
    format: 1,
    contract: { title, version },
    suite: suiteVersion(),
    ...defined({ label: plan.label }),
    started: startedText,
    seconds: (ended - started) / 1000,
    target,
    profile,
    seed,
    assumptionsMode: enforce ? 'enforce' : 'report',
    strict,
    address,
    verdict,
    exitCode: exitCodeOf(verdict),
    ...defined({ failure: isJudged ? undefined : failure }),
    requests: { ...spending, ...defined({ stopped: stop?.notSent }) },
    cells,
    credentials,
    made,
    findings,
    assumptions: results,
    clauses,
    notTested: listNotTested(
      results,
      clauses,
      cases.filter(({ id }) => !planned.has(id)),
      history,
    ),
    fields: coverageOf(fields.all, sightings),
    drift,
    ...(history && { history: { ...history, fields: coverageOf(fields.all, [...plan.pastFields, ...sightings]) } }),
    notes: [...repeatNotes(run), ...notes(plan)],
  };
}

/** Returns the declared responses for which a history has a valid response. Assumption requests have no declared response. */
function responsesShown(past: readonly PastResult[], { probeRequests }: VerifiedContract): ReadonlySet<string> {
  const probes = new Set(probeRequests.map(({ id }) => id));
  const right = past.filter(({ id, state }) => state === 'pass' && !probes.has(id));
  return new Set(right.map(({ operation, status }) => `${operation} ${status}`));
}

/** Adds the tested operations to a confirmed assumption, unless all operations with such requests were tested. */
function withOperations(
  result: AssumptionResult,
  judgements: readonly Judgement[],
  cases: readonly Case[],
): AssumptionResult {
  const { id, state, how } = result;
  if (state !== 'confirmed') return result;
  const ofOwn = (requests: readonly Pick<Case, 'rests' | 'operation'>[]) =>
    requests.filter(({ rests }) => rests.assumption === id);
  const countOf = (requests: readonly Pick<Case, 'operation'>[]) =>
    new Set(requests.map(({ operation }) => operation)).size;
  const came = judgements.filter(({ request, response }) => String(response?.status) === request.status);
  const asked = ofOwn(came.map(({ request }) => request));
  // An assumption check sends its requests to one operation only.
  const isProbed = judgements.some(({ request }) => request.probeOf === id);
  const isEverywhere = !isProbed && countOf(asked) === countOf(ofOwn(cases));
  const isNamed = asked.every(({ operation }) => how.includes(operation));
  if (isNamed || isEverywhere) return result;
  return { ...result, how: `${how}; for ${operationsText(asked)} only` };
}

function requestResult(judgement: Judgement, { contract, secrets }: RunPlan): RequestResult {
  const { request, state, response, milliseconds, violations } = judgement;
  const { id, operation, status, rests } = request;
  const codes = [...new Set(violations.map(({ code, assumption }) => assumption ?? code))];
  const text = requestText(request, contract.table);
  return {
    id,
    operation,
    status,
    why: whyText(request),
    ...rests,
    request: leaks(text, secrets) ? '***' : text,
    ...defined({ answered: response?.status, milliseconds }),
    state,
    codes,
  };
}

/** Returns the reason for a missing verdict if the suite itself failed. */
function suiteFailure(findings: readonly RunFinding[]): string | undefined {
  const faults = findings.filter(({ code }) => code === 'suite-fault');
  const [first] = faults;
  if (!first) return undefined;
  const place = first.operation ? `${first.operation} ${first.status}` : first.expected;
  const others = faults.length > 1 ? ` and ${faults.length - 1} more` : '';
  return `the suite itself failed (${place}${others}): ${first.got}; this is not a violation by the service; see the report for other results`;
}

/** Creates a finding for a failed assumption check, which has no request because it uses all responses. */
const brokenProbe = ({ code, expected, got, next }: Violation): RunFinding =>
  withoutRequest({ code, level: 'error', fails: false, expected, got, next });

function undocumentedMembers(judgements: readonly Judgement[], drift: readonly Drift[], plan: RunPlan): RunFinding[] {
  return drift.flatMap(({ operation, status, pointer, types }) => {
    const by = judgements.find(
      ({ request, response, undocumented }) =>
        request.operation === operation && String(response?.status) === status && undocumented.length > 0,
    );
    const name = pointer.slice(pointer.lastIndexOf('/') + 1);
    const violation: Violation = {
      code: 'undocumented-field',
      title: `The document has no field ${name} ${Number(status) < 400 ? 'here' : 'in errors'}`,
      pointer,
      expected: 'only fields that the document mentions',
      got: `${name}, of type ${types.join(' or ')}`,
      next: 'Describe the field in the document, or remove it from the response.',
    };
    return by ? [createFinding({ ...by, request: { ...by.request, status } }, violation, plan)] : [];
  });
}

const REPEATS = {
  burst: 'rejected by a rate limit (429) and retried after a pause',
  outage: 'retried after a gateway error or a broken connection',
  lockout: 'retried after a short lockout (401)',
};

/** Returns notes about retried requests. */
const repeatNotes = ({ repeats }: RunResult): string[] =>
  [...groupBy(repeats, ({ why }) => why)].map(
    ([why, { length }]) => `${length} ${length === 1 ? 'request was' : 'requests were'} ${REPEATS[why]}`,
  );

/** Returns notes about properties that this run could not check. */
const notes = (plan: RunPlan): string[] =>
  shortSecrets(plan).map(
    (name) =>
      `the ${name} is too short to be distinguished from other text: whether responses repeat it was not checked`,
  );
