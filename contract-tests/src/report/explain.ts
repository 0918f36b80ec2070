import { type Assumption, type Document, readAssumptions } from '@vehicle-lookup/openapi';
import { readClauses } from '@vehicle-lookup/openapi/provenance';
import type { Explanation } from '@vehicle-lookup/toolkit/findings';
import { checks } from '../checks/index.ts';
import { defined } from '../defined.ts';
import { oncePer } from '../once-per.ts';
import { contractDocument } from '../plan/document.ts';

/** Every code of this suite and of the document's assumptions. */
export function explanations(): Explanation[] {
  const clauses = readClauses(contractDocument());
  const ofChecks = checks.map(({ code, title, explanation, clause, reading, harm, standard }) => {
    const facts = Object.entries(defined({ Reading: reading, Harm: harm, Standard: standard }));
    const text = [explanation ?? [], ...facts.map(([name, words]) => `${name}: ${words}`)].flat().join('\n');
    return { code, title, text, ...(clause === undefined ? {} : { clause, words: clauses.get(clause)?.text ?? '' }) };
  });
  const assumptions = readAssumptions(contractDocument());
  return [...ofChecks, ...[...assumptions].map(([id, assumption]) => explainAssumption(id, assumption))];
}

export const explain = (code: string): Explanation | undefined => explanations().find((known) => known.code === code);

function explainAssumption(id: string, assumption: Assumption): Explanation {
  const { statement, clauses, silence, strength, evidence, probe } = assumption;
  const known = readClauses(contractDocument());
  const text = [
    `Assumed: ${statement}`,
    ...clauses.map((clause) => `Clause ${clause}: ${known.get(clause)?.text}`),
    `Left open: ${silence}`,
    `Strength: ${strength}`,
    `Evidence: ${evidence}`,
    `Probe: ${probe}`,
  ].join('\n');
  return {
    code: id,
    title: 'The specification leaves this open: the service decides it otherwise than the document assumes',
    text,
    assumption: id,
  };
}

/** What a code of a finding means, in one line. */
export const titleOf = (code: string): string | undefined => titlesIn(contractDocument()).get(code);

/** Reading the document takes its time, and a report asks for each finding. */
const titlesIn = oncePer((_: Document) => new Map(explanations().map(({ code, title }) => [code, title])));

/** Every code that a finding may carry. */
export const codes = (): string[] => explanations().map(({ code }) => code);
