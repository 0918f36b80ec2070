import type { Finding, FindingLevel } from '@vehicle-lookup/findings';
import type { Breach } from '../checks/breach.ts';
import { catalogue } from '../checks/catalogue.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import { requestText } from '../run/request-text.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { reproduceLine } from './reproduce.ts';

/** A finding of a run: `status` is the declared one that the request asked for; texts are empty without a request. */
export type RunFinding = Finding & Required<Pick<Finding, 'request' | 'reproduce'>>;

const LEVELS: Partial<Record<string, FindingLevel>> = {
  network: 'error',
  'suite-fault': 'error',
  'clock-skew': 'warning',
  'undocumented-member': 'drift',
};

/** One breach as a finding: what it rests on, whether it fails the run, and how to see it again. */
export function findingOf({ request }: Pick<Judgement, 'request'>, breach: Breach, plan: RunPlan): RunFinding {
  const { contract, address, secrets, enforce, strict } = plan;
  const safe = (text: string) => withoutSecrets(text, secrets);
  const { code, assumption, pointer, expected, got, next } = breach;
  const level = assumption === undefined ? (LEVELS[code] ?? 'failure') : 'contradiction';
  const clause = assumption === undefined ? catalogue[code].clause : undefined;
  return {
    code: assumption ?? code,
    level,
    fails: level === 'failure' || (level === 'contradiction' && enforce) || (level === 'drift' && strict),
    ...(clause === undefined ? {} : { clause }),
    ...(assumption === undefined ? {} : { assumption }),
    operation: request.operation,
    status: request.status,
    ...(pointer === undefined ? {} : { pointer: safe(pointer) }),
    request: safe(requestText(request, contract.table)),
    reproduce: safe(reproduceLine(request, address, contract.table)),
    expected,
    got: safe(got),
    next,
  };
}

/** Whether a breach makes the cell of its request wrong. */
export function failsCell(breach: Breach, { enforce }: Pick<RunPlan, 'enforce'>): boolean {
  if (breach.assumption !== undefined) return enforce;
  return LEVELS[breach.code] === undefined;
}

/** A finding that belongs to no request. */
export const withoutRequest = (
  finding: Omit<RunFinding, 'request' | 'reproduce' | 'operation' | 'status'> & Partial<RunFinding>,
): RunFinding => ({ operation: '', status: '', request: '', reproduce: '', ...finding });
