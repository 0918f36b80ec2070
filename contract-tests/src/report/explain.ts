import type { Explanation } from '@vehicle-lookup/findings';
import { type Assumption, readAssumptions } from '@vehicle-lookup/selectors/document';
import { catalogue } from '../checks/catalogue.ts';
import { contractDocument } from '../plan/document.ts';

/** Every code of this suite and of the document's assumptions. */
export function explanations(): Explanation[] {
  const checks = Object.entries(catalogue).map(([code, { title, explanation, clause }]) => {
    return { code, title, text: explanation, ...(clause === undefined ? {} : { clause }) };
  });
  const assumptions = readAssumptions(contractDocument());
  return [...checks, ...[...assumptions].map(([id, assumption]) => explainAssumption(id, assumption))];
}

export const explain = (code: string): Explanation | undefined => explanations().find((known) => known.code === code);

function explainAssumption(id: string, { statement, silence, evidence, probe }: Assumption): Explanation {
  const text = [`Assumed: ${statement}`, `Silence: ${silence}`, `Evidence: ${evidence}`, `Probe: ${probe}`].join('\n');
  return { code: id, title: `The assumption ${id} is contradicted`, text, assumption: id };
}
