import type { Assumption } from '@vehicle-lookup/openapi';
import type { ContractOperation } from '../../plan/document.ts';
import type { Case, Request } from '../../plan/request.ts';
import { type AssumptionProbe, confirmedBy } from './assumption-probe.ts';

/** The probes of a document's assumptions, by id. */
export type Probes = ReadonlyMap<string, AssumptionProbe>;

/**
 * The probes of the assumptions that the document has. An assumption that has none, and whose `probe` begins with
 * `refused:`, is judged by its rejections.
 * @param assumptions by id
 * @param written by the id of the assumption
 */
export function probesOf(
  assumptions: ReadonlyMap<string, Assumption>,
  written: Readonly<Record<string, AssumptionProbe>>,
): Probes {
  const probeOf = (id: string): AssumptionProbe | undefined =>
    (Object.hasOwn(written, id) ? written[id] : undefined) ??
    (isJudgedByRejections(assumptions.get(id)?.probe ?? '') ? rejectionsProbe : undefined);
  return new Map(
    [...assumptions.keys()].toSorted().flatMap((id): [string, AssumptionProbe][] => {
      const probe = probeOf(id);
      return probe ? [[id, probe]] : [];
    }),
  );
}

/**
 * The assumption that a wrong status contradicts: the one that the expected response rests on, or the one by another reading of
 * which the response that came is right. Undefined where a clause is broken.
 */
export const assumptionOfRequest = (probes: Probes, request: Request, status: number): string | undefined =>
  request.rests.assumption ?? [...probes].find(([, { otherReading }]) => otherReading?.(request, status) === true)?.[0];

/** The requests that the probes ask for beside those of the document. */
export function probeRequests(probes: Probes, operations: readonly ContractOperation[]): Case[] {
  return [...probes].flatMap(([id, { requests }]) =>
    (requests?.(operations) ?? []).map((request) => ({
      ...request,
      kind: 'probe',
      probeOf: id,
      rests: { assumption: id },
      turn: { kind: `${id} ${request.id}`, overlookedBy: 'all' },
    })),
  );
}

/** Begins the `probe` text of an assumption that says which status certain invalid requests are answered with. */
const MARK = 'refused:';

const isJudgedByRejections = (probeText: string): boolean => probeText.startsWith(MARK);

/**
 * The probe of these assumptions: the requests that rest on one have the expected status. The check of the status finds
 * contradictions.
 */
export const rejectionsProbe: AssumptionProbe = {
  judge: (judgements, { id }) => {
    const rejected = judgements.filter(
      ({ request, response }) => request.rests.assumption === id && String(response?.status) === request.status,
    );
    const statuses = [...new Set(rejected.map(({ response }) => response?.status))];
    return confirmedBy(rejected.length, `answered with ${statuses.join(' and ') || 'the expected status'}`);
  },
};
