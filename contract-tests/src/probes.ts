import { fileURLToPath } from 'node:url';
import type { AssumptionProbe } from './assumption-probe.ts';
import type { PlacedIssue } from './checks/body.ts';
import type { DocumentedOperation } from './document.ts';
import { loadModules } from './modules.ts';
import type { Planned, Request } from './request.ts';

export const probesFolder: string = fileURLToPath(new URL('../probes/', import.meta.url));

/** The probes of a document's assumptions, by id. */
export type Probes = ReadonlyMap<string, AssumptionProbe>;

/**
 * Loads the probes of those assumptions that the document has.
 * @param ids the ids of its assumptions
 */
export async function loadProbes(folder: string, ids: readonly string[]): Promise<Probes> {
  const modules = await loadModules(folder);
  const own = [...modules].filter(([id]) => ids.includes(id));
  return new Map(own.map(([id, module]) => [id, module.probe as AssumptionProbe]));
}

/** The assumption that decides on a request, where no clause does. */
export const assumptionOfRequest = (probes: Probes, request: Request, status: number): string | undefined =>
  request.aside ?? find(probes, ({ decides }) => decides?.(request, status) === true);

/** The assumption that an issue contradicts, or undefined where it breaks a clause. */
export const assumptionOfIssue = (probes: Probes, issue: PlacedIssue): string | undefined =>
  find(probes, ({ owns }) => owns?.(issue) === true);

const find = (probes: Probes, holds: (probe: AssumptionProbe) => boolean): string | undefined =>
  [...probes].find(([, probe]) => holds(probe))?.[0];

/** The requests that the probes ask for beside those of the document. */
export function asidesOf(probes: Probes, operations: readonly DocumentedOperation[]): Planned[] {
  return [...probes].flatMap(([id, { asides }]) =>
    (asides?.(operations) ?? []).map((planned) => ({
      ...planned,
      aside: id,
      goals: [`assumption ${id} ${planned.id}`],
    })),
  );
}
