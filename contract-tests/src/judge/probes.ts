import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadModules } from '@vehicle-lookup/modules';
import type { ContractOperation } from '../plan/document.ts';
import type { Candidate, Request } from '../plan/request.ts';
import type { AssumptionProbe } from './assumption-probe.ts';

export const probesFolder: string = fileURLToPath(new URL('../../probes/', import.meta.url));

/** The probes of a document's assumptions, by id. */
export type Probes = ReadonlyMap<string, AssumptionProbe>;

/** Holds what probes share; each other folder holds the probes of one subject. */
const SHARED = 'shared';

/**
 * Loads the probes of those assumptions that the document has. A probe is a file named by its assumption, in the folder
 * of any subject.
 * @param ids the ids of the document's assumptions
 */
export async function loadProbes(folder: string, ids: readonly string[]): Promise<Probes> {
  const subjects = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = subjects.map(({ name }) => name).filter((name) => name !== SHARED);
  const loaded = await Promise.all(names.map((name) => loadModules(join(folder, name))));
  const modules = new Map(loaded.flatMap((own) => [...own]));
  const known = ids.toSorted().flatMap((id): [string, AssumptionProbe][] => {
    const module = modules.get(id);
    return module ? [[id, module.probe as AssumptionProbe]] : [];
  });
  return new Map(known);
}

/**
 * The assumption that a wrong status contradicts: the one that the expected reply rests on, or the one by another reading of
 * which the reply that came is right. Undefined where a clause is broken.
 */
export const assumptionOfRequest = (probes: Probes, request: Request, status: number): string | undefined =>
  request.rests.assumption ?? [...probes].find(([, { otherReading }]) => otherReading?.(request, status) === true)?.[0];

/** The requests that the probes ask for beside those of the document. */
export function probeRequests(probes: Probes, operations: readonly ContractOperation[]): Candidate[] {
  return [...probes].flatMap(([id, { requests }]) =>
    (requests?.(operations) ?? []).map((request) => ({
      ...request,
      probeOf: id,
      rests: { assumption: id },
      goals: [{ type: 'assumption', name: `${id} ${request.id}` }],
    })),
  );
}
