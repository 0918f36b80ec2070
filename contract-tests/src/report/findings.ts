import { type Finding, fingerprint } from '@vehicle-lookup/findings';
import type { Breach } from '../checks/breach.ts';
import { catalogue, levelOf } from '../checks/catalogue.ts';
import { receivedPart } from '../checks/received.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import { requestText } from '../run/request-text.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { reproduceLine } from './reproduce.ts';

/** A finding of a run: `status` is the declared one that the request asked for; texts are empty without a request. */
export type RunFinding = Finding & Required<Pick<Finding, 'request' | 'reproduce'>>;

/** One breach as a finding: what it rests on, whether it fails the run, and how to see it again. */
export function createFinding(
  { request, reply, json }: Pick<Judgement, 'request' | 'reply' | 'json'>,
  breach: Breach,
  plan: RunPlan,
): RunFinding {
  const { contract, address, secrets, enforce, strict, docs } = plan;
  const safe = (text: string) => withoutSecrets(text, secrets);
  const { code, assumption, pointer, expected, got, next } = breach;
  const level = assumption === undefined ? levelOf(code) : 'contradiction';
  const clause = assumption === undefined ? (breach.clause ?? catalogue[code].clause) : undefined;
  const words =
    clause === undefined ? contract.assumptions.get(assumption ?? '')?.statement : contract.clauses.get(clause)?.text;
  const received = reply && receivedPart(reply, json, breach);
  const place = contract.operations.find(({ entry }) => entry.id === request.operation)?.docs;
  const finding: RunFinding = {
    code: assumption ?? code,
    level,
    fails:
      level === 'failure' || (level === 'contradiction' && enforce) || (['drift', 'warning'].includes(level) && strict),
    ...(clause === undefined ? {} : { clause }),
    ...(assumption === undefined ? {} : { assumption }),
    ...(words === undefined ? {} : { words }),
    operation: request.operation,
    status: request.status,
    ...(pointer === undefined ? {} : { pointer: safe(pointer) }),
    // Several kinds of wrong requests expect the same reply; each kind that is not refused is a separate finding.
    ...(pointer === undefined && reply !== undefined && String(reply.status) !== request.status
      ? { variant: request.id }
      : {}),
    request: safe(requestText(request, contract.table)),
    reproduce: safe(reproduceLine(request, address, contract.table)),
    expected,
    got: safe(got),
    ...(received === undefined ? {} : { received: safe(received) }),
    next,
    ...(place === undefined ? {} : { docs: docs + place }),
  };
  return identified(finding);
}

/** Adds the fingerprint. */
const identified = (finding: RunFinding): RunFinding => ({ ...finding, fingerprint: fingerprint(finding) });

/** Whether a breach makes the cell of its request wrong. */
export function failsCell(breach: Breach, { enforce }: Pick<RunPlan, 'enforce'>): boolean {
  if (breach.assumption !== undefined) return enforce;
  return levelOf(breach.code) === 'failure';
}

/** A finding that belongs to no request. */
export const withoutRequest = (
  finding: Omit<RunFinding, 'request' | 'reproduce' | 'operation' | 'status'> & Partial<RunFinding>,
): RunFinding => identified({ operation: '', status: '', request: '', reproduce: '', ...finding });
