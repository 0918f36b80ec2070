import type { OperationEntry } from '@vehicle-lookup/openapi/selectors';
import { readBytes } from '../checks/bytes.ts';
import { levelOf } from '../checks/catalogue.ts';
import type { GivenValue } from '../checks/status/status.ts';
import { suiteFault } from '../checks/violation.ts';
import type { EarlierSuccess } from '../plan/known-data.ts';
import { type Request, whyText } from '../plan/request.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import type { RequestObservation } from '../run/observation.ts';
import { isResponse, type NoResponse, type ReceivedResponse } from '../run/response.ts';
import type { Stop } from '../run/stop.ts';
import { RunError } from '../run-error.ts';
import { violationsAcross } from './across.ts';
import { assumptionOfRequest, type Probes } from './assumptions/assumption-probe.ts';
import { type AssumptionJudgement, judgeAssumptions } from './assumptions/judge-assumptions.ts';
import { judgeResponse } from './judge-response.ts';
import type { Judgement } from './judgement.ts';
import { slowResponses } from './latency.ts';
import { findRejection } from './rejection.ts';
import { type OperationRules, textsOf } from './value-rule.ts';

/** Judges the observations of a run while it goes on: what valid responses say serves its later requests. */
export interface ObservationJudge {
  add: (observation: RequestObservation) => void;
  /** @param stop why not all requests were made */
  finish: (stop: Stop | undefined) => RunJudgement;
}

/** What all observations of a run say of the contract. */
export interface RunJudgement {
  /** In the order in which the requests were made. */
  judgements: Judgement[];
  assumptions: AssumptionJudgement[];
}

/** What a judge knows of the interface beyond its schemas. */
export interface JudgeKnowledge {
  /** By operation. */
  valueRules: ReadonlyMap<string, OperationRules>;
  probes: Probes;
}

/** Creates the judge of one run. */
export function createJudge(plan: RunPlan, { valueRules, probes }: JudgeKnowledge): ObservationJudge {
  const { contract, known, target, secrets, without } = plan;
  const earlier: EarlierSuccess = (operation) => known.successes.get(operation);
  const judgements: Judgement[] = [];
  let wrongSecrets = 0;

  return {
    add: (observation) => {
      const found = judge(observation);
      judgements.push(...found);
      for (const judgement of found) learn(judgement);
    },
    finish: (stop) => {
      const counted = stop?.isMisdirected
        ? judgements.map((judgement) => misdirected(judgement, stop))
        : target === 'mock'
          ? judgements
          : withViolationsAcross(judgements);
      return {
        judgements: counted,
        assumptions: judgeAssumptions({
          assumptions: contract.assumptions,
          probes,
          judgements: counted,
          target,
          secrets,
        }),
      };
    },
  };

  /** What several responses show together counts for the response that it is reported at. */
  function withViolationsAcross(all: readonly Judgement[]): Judgement[] {
    const slow = plan.maxLatency ? slowResponses(all, plan.maxLatency) : [];
    const across = [...violationsAcross(all), ...slow].filter(({ violation }) => !without.includes(violation.code));
    return all.map((judgement) => {
      const own = across.flatMap(({ by, violation }) => (by === judgement ? [violation] : []));
      if (own.length === 0) return judgement;
      const isWrong = own.some(({ code }) => levelOf(code) !== 'warning');
      return { ...judgement, state: isWrong ? 'fail' : judgement.state, violations: [...judgement.violations, ...own] };
    });
  }

  function judge(observation: RequestObservation): Judgement[] {
    const { request, required } = observation;
    const base = { request, required, undocumented: [], violations: [] };
    if ('thrown' in observation) return [{ ...base, ...suiteError(observation.thrown) }];
    if ('notSent' in observation) return [{ ...base, state: observation.state, reason: observation.notSent }];
    const { result, received, milliseconds } = observation;
    if (!isResponse(result)) return [{ ...base, milliseconds, ...noResponse(request, result) }];
    const entry = entryOf(request);
    if (request.isWrongSecret) wrongSecrets += 1;
    const rejection = target === 'service' ? findRejection(request, result, entry, known, wrongSecrets) : undefined;
    if (rejection === undefined)
      return [{ milliseconds, received, ...judgeAs({ request, required }, entry, result, received) }];
    const { state, reason } = rejection;
    const unobserved: Judgement = { ...base, response: result, milliseconds, state, reason };
    // Do not judge the body of a rejection of another method or path: its form is not declared. Nor that of a locked account.
    if (request.probeOf || rejection.isLockout) return [unobserved];
    // The rejection is itself a declared response, and is judged as such.
    const rejected: Request = { ...request, status: String(result.status), kind: 'rejection' };
    return [unobserved, judgeAs({ request: rejected, required: false }, entry, result, received)];
  }

  function judgeAs(
    { request, required }: Pick<Judgement, 'request' | 'required'>,
    entry: OperationEntry,
    response: ReceivedResponse,
    received: number | undefined,
  ): Judgement {
    try {
      const assumption = assumptionOfRequest(probes, request, response.status);
      const operation = contract.operations.find((own) => own.entry.id === entry.id);
      const judgement = judgeResponse(response, {
        request,
        entry,
        table: contract.table,
        statedBy: operation?.statedBy ?? {},
        bodies: operation?.bodies ?? {},
        valueRules: valueRules.get(request.operation) ?? { rules: [] },
        assumption,
        earlier,
        address: plan.address,
        now: target === 'service' ? received : undefined,
        gaveValue: gaveValue(request),
        rejectedBefore: request.kind === 'again' ? rejectedBefore(request.operation) : undefined,
      });
      const violations = judgement.violations.filter(
        (violation) => !without.includes(violation.assumption ?? violation.code),
      );
      const state = violations.some(({ code }) => levelOf(code) !== 'warning') ? 'fail' : 'pass';
      const decided = assumption === undefined ? {} : { assumption };
      return { request, required, state, response, ...judgement, violations, ...decided };
    } catch (error) {
      return { request, required, response, undocumented: [], ...suiteError(error) };
    }
  }

  /** The last request that was rejected for its credentials: of the operation, or of any. */
  function rejectedBefore(operation: string): Request | undefined {
    const rejected = judgements.filter(({ request, response }) => response?.status === 401 && request.status === '401');
    return (rejected.findLast(({ request }) => request.operation === operation) ?? rejected.at(-1))?.request;
  }

  /** Which response gave the values of a valid request, where the service itself gave them. */
  function gaveValue({ kind, operation, query }: Request): GivenValue | undefined {
    const { parameters } = entryOf({ operation });
    return kind === 'good' ? known.giverOf(query.filter(([name]) => name in parameters)) : undefined;
  }

  function entryOf({ operation }: Pick<Request, 'operation'>): OperationEntry {
    const entry = contract.table.operations.find(({ id }) => id === operation);
    if (!entry) throw new RunError(`the table has no operation ${operation}; build it again`);
    return entry;
  }

  function suiteError(error: unknown): Pick<Judgement, 'state' | 'reason' | 'violations'> {
    const violation = suiteFault(error, secrets);
    return { state: 'error', reason: `the suite itself failed: ${violation.got}`, violations: [violation] };
  }

  /** Keeps a valid response to a valid request. A value is learnt from a wrong one, too: one fault hides nothing else. */
  function learn({ request, state, response, json, reason, violations }: Judgement): void {
    if (request.kind !== 'good') return;
    if (state === 'pass' && json) {
      known.successes.set(request.operation, { parameters: Object.fromEntries(request.query), body: json.body });
    }
    if (target === 'mock') return;
    const [violation] = violations;
    const fault = reason ?? (violation && `${violation.code}: got ${violation.got}`);
    for (const [name, field] of Object.entries(valueRules.get(request.operation)?.yields ?? {})) {
      known.learn(name, textsOf(json?.body ?? readableBody(response), field), { request, fault });
    }
  }
}

/** The body of a success that was not judged because its status is wrong. */
function readableBody(response: ReceivedResponse | undefined): unknown {
  if (!response || response.status < 200 || response.status > 299) return undefined;
  return readBytes(response).json?.body;
}

function noResponse(
  request: Request,
  { error, isMalformed, isWrongLength, isBroken }: NoResponse,
): Pick<Judgement, 'state' | 'reason' | 'violations'> {
  const expected = isWrongLength
    ? 'a body as long as Content-Length says'
    : `status ${request.status} (${whyText(request)})`;
  const code = isMalformed ? 'not-http' : 'network';
  const next = isWrongLength
    ? 'Count the bytes of the body, not its characters, and send one Content-Length: two of them, or one before a compressor, do not fit.'
    : isMalformed
      ? 'Look at the bytes of the response, with the command below: its status line, its headers, the length of its body.'
      : isBroken
        ? 'Find out what closes the connection before the response is whole: the service, or a proxy before it.'
        : 'Run again when the service answers.';
  return {
    state: isMalformed ? 'fail' : 'error',
    reason: error,
    violations: [
      {
        code,
        ...(isWrongLength ? { title: 'The response is not as long as it says' } : {}),
        expected,
        got: error,
        next,
      },
    ],
  };
}

/** Responses of another server are not judged, except that they repeat a key. */
function misdirected(judgement: Judgement, { state, notSent }: Stop): Judgement {
  const violations = judgement.violations.filter(({ code }) => code === 'secret-echoed');
  return { ...judgement, state, reason: notSent, violations };
}
