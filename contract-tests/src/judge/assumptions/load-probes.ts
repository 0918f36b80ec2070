import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadModules } from '@vehicle-lookup/modules';
import type { Assumption } from '@vehicle-lookup/openapi';
import type { ContractOperation } from '../../plan/document.ts';
import type { Case, Request } from '../../plan/request.ts';
import { type AssumptionProbe, confirmedBy } from './assumption-probe.ts';

export const probesDirectory: string = fileURLToPath(new URL('../../../probes/', import.meta.url));

/** The probes of a document's assumptions, by id. */
export type Probes = ReadonlyMap<string, AssumptionProbe>;

/**
 * Loads the probes of the assumptions that the document has. A probe is a file named by its assumption, in the directory
 * of any subject. Without a file, an assumption whose `probe` begins with `refused:` is judged by its refusals.
 * @param assumptions by id
 */
export async function loadProbes(directory: string, assumptions: ReadonlyMap<string, Assumption>): Promise<Probes> {
  const subjects = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const loaded = await Promise.all(subjects.map(({ name }) => loadModules(join(directory, name))));
  const modules = new Map(loaded.flatMap((subject) => [...subject]));
  const probeOf = (id: string): AssumptionProbe | undefined =>
    (modules.get(id)?.probe as AssumptionProbe | undefined) ??
    (isJudgedByRefusals(assumptions.get(id)?.probe ?? '') ? refusalsProbe : undefined);
  return new Map(
    [...assumptions.keys()].toSorted().flatMap((id): [string, AssumptionProbe][] => {
      const probe = probeOf(id);
      return probe ? [[id, probe]] : [];
    }),
  );
}

/**
 * The assumption that a wrong status contradicts: the one that the expected reply rests on, or the one by another reading of
 * which the reply that came is right. Undefined where a clause is broken.
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

/** Begins the `probe` text of an assumption that says which status certain wrong requests are answered with. */
const MARK = 'refused:';

const isJudgedByRefusals = (probeText: string): boolean => probeText.startsWith(MARK);

/**
 * The probe of these assumptions: the requests that rest on one have the expected status. The check of the status finds
 * contradictions.
 */
export const refusalsProbe: AssumptionProbe = {
  judge: (judgements, { id }) => {
    const refused = judgements.filter(
      ({ request, reply }) => request.rests.assumption === id && String(reply?.status) === request.status,
    );
    const statuses = [...new Set(refused.map(({ reply }) => reply?.status))];
    return confirmedBy(refused.length, `answered with ${statuses.join(' and ') || 'the expected status'}`);
  },
};
