import { checks, levelOf } from '../checks/index.ts';
import { isUnauthorised, type Judgement } from '../checks/judgement.ts';
import { readBody } from '../checks/read-body.ts';
import { keepsRecords } from '../checks/records.ts';
import { network, notHttp } from '../checks/run.ts';
import { textsOf } from '../checks/value-rule.ts';
import { suiteFault } from '../checks/violation.ts';
import type { EarlierSuccess, ValueGiver } from '../plan/known-data.ts';
import { type Request, whyText } from '../plan/request.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import type { RequestObservation } from '../run/observation.ts';
import { type ConnectionFault, isResponse, type NoResponse, type ReceivedResponse } from '../run/response.ts';
import type { Stop } from '../run/stop.ts';
import { type AssumptionJudgement, judgeAssumptions } from './judge-assumptions.ts';
import { judgeResponse, operationOf } from './judge-response.ts';
import { findRejection, rejectionBefore } from './rejection.ts';

/** The judge of a run, called after each request, because later requests use values from valid responses. */
export interface ObservationJudge {
  add: (observation: RequestObservation) => void;
  /** Completes the judgement. @param stop the reason why some requests were not sent */
  finish: (stop: Stop | undefined) => RunJudgement;
}

/** The result of judging all observations in a run. */
export interface RunJudgement {
  /** The judgements in the order of their requests. */
  judgements: Judgement[];
  assumptions: AssumptionJudgement[];
}

/**
 * Creates the judge for one run.
 * @param isOfSeveralCallers true for recorded traffic, because other callers may have used the account
 */
export function createJudge(plan: RunPlan, isOfSeveralCallers: boolean = false): ObservationJudge {
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
          : withViolationsAcross(withoutConsequences(judgements));
      return {
        judgements: counted,
        assumptions: judgeAssumptions(counted, plan, isOfSeveralCallers),
      };
    },
  };

  /** Adds each violation that several responses show together to the judgement where it is reported. */
  function withViolationsAcross(all: readonly Judgement[]): Judgement[] {
    const { maxLatency } = plan;
    const answered = all.filter(({ response, request }) => response !== undefined && request.method === undefined);
    const across = checks
      .filter(({ code }) => !without.includes(code))
      .flatMap(({ code, ofRun }) =>
        (ofRun?.(answered, { maxLatency }) ?? []).map(({ by, found }) => ({ by, violation: { code, ...found } })),
      );
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
    if (request.isWrongSecret) wrongSecrets += 1;
    const rejection =
      rejectionBefore(request, result) ??
      (target === 'service' ? findRejection(request, result, contract, known, wrongSecrets) : undefined);
    if (rejection === undefined)
      return [{ milliseconds, received, ...judgeAs({ request, required }, result, received) }];
    const { state, reason } = rejection;
    const unobserved: Judgement = { ...base, response: result, milliseconds, state, reason };
    // Skip the bodies of responses to rejected assumption requests and locked accounts, because no schema is declared for them.
    if (request.probeOf || rejection.isBodyOpen) return [unobserved];
    // The rejection is itself a declared response and is judged as such.
    const rejected: Request = { ...request, status: String(result.status), kind: 'rejection' };
    return [unobserved, judgeAs({ request: rejected, required: false }, result, received)];
  }

  function judgeAs(
    { request, required }: Pick<Judgement, 'request' | 'required'>,
    response: ReceivedResponse,
    received: number | undefined,
  ): Judgement {
    try {
      const { assumption, ...judgement } = judgeResponse(response, request, contract, {
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

  /** Returns the last request that was rejected because of its credentials, preferably for the same operation. */
  function rejectedBefore(operation: string): Request | undefined {
    const rejected = judgements.filter(({ request, response }) => response?.status === 401 && request.status === '401');
    return (rejected.findLast(({ request }) => request.operation === operation) ?? rejected.at(-1))?.request;
  }

  /** Returns the response that provided the values of a valid request, if they came from the service. */
  function gaveValue({ kind, operation, query }: Request): ValueGiver | undefined {
    const { parameters } = operationOf(contract, { operation }).entry;
    return kind === 'good' ? known.giverOf(query.filter(([name]) => name in parameters)) : undefined;
  }

  function suiteError(error: unknown): Pick<Judgement, 'state' | 'reason' | 'violations'> {
    const violation = suiteFault(error, secrets);
    return { state: 'error', reason: `the suite itself failed: ${violation.got}`, violations: [violation] };
  }

  /** Stores a valid response to a valid request. Invalid responses also provide values, so that one fault does not hide other faults. */
  function learn({ request, state, response, json, reason, violations }: Judgement): void {
    if (request.kind !== 'good') return;
    if (json && request.second === undefined && (state === 'pass' || keepsRecords(violations))) {
      known.successes.set(request.operation, { parameters: Object.fromEntries(request.query), body: json.body });
    }
    if (target === 'mock') return;
    const [violation] = violations;
    const fault = reason ?? (violation && `${violation.code}: got ${violation.got}`);
    for (const [name, field] of Object.entries(contract.yields.get(request.operation) ?? {})) {
      const { second } = request;
      known.learn(name, textsOf(json?.body ?? readableBody(response), field), { request, second, fault });
    }
  }
}

/** Returns the body of a successful response that was not judged because of its unexpected status. */
function readableBody(response: ReceivedResponse | undefined): unknown {
  if (!response || response.status < 200 || response.status > 299) return undefined;
  return readBody(response).json?.body;
}

function noResponse(
  request: Request,
  { error, fault }: NoResponse,
): Pick<Judgement, 'state' | 'reason' | 'violations'> {
  const expected =
    fault === 'wrong-length'
      ? 'a body of the length stated in Content-Length'
      : `status ${request.status} (${whyText(request)})`;
  const isOfService = fault === 'malformed' || fault === 'wrong-length';
  const { code } = isOfService ? notHttp : network;
  const next = NEXT_STEPS[fault ?? 'silent'];
  return { state: isOfService ? 'fail' : 'error', reason: error, violations: [{ code, expected, got: error, next }] };
}

/** The next steps if no complete response was received. */
const NEXT_STEPS: Readonly<Record<ConnectionFault | 'silent', string>> = {
  'wrong-length': 'Count the bytes of the body, not its characters, after compression, and send one Content-Length.',
  malformed:
    'Use the command below to inspect the bytes of the response: the status line, the headers and the body length.',
  broken:
    'Find out what closes the connection before the response is complete: the service, or a proxy in front of it.',
  silent: 'Run again when the service responds.',
};

/** Marks rejected assumption requests as not observed if the service also rejects valid requests with 401. */
function withoutConsequences(judgements: readonly Judgement[]): readonly Judgement[] {
  if (!judgements.some((one) => one.request.kind !== 'probe' && isUnauthorised(one))) return judgements;
  return judgements.map((one) =>
    one.request.kind === 'probe' && one.request.status !== '401' && one.response?.status === 401
      ? { ...one, state: 'not-observed', reason: 'valid requests were also rejected with 401' }
      : one,
  );
}

/** Removes the violations from an unrelated server's responses, except for repeated keys. */
function misdirected(judgement: Judgement, { state, notSent }: Stop): Judgement {
  const violations = judgement.violations.filter(({ code }) => code === 'secret-echoed');
  return { ...judgement, state, reason: notSent, violations };
}
