import { type Assumption, type Document, readAssumptions } from '@vehicle-lookup/openapi';
import { readClauses } from '@vehicle-lookup/openapi/provenance';
import type { Explanation } from '@vehicle-lookup/toolkit/findings';
import { checks } from '../checks/index.ts';
import { defined } from '../defined.ts';
import { oncePer } from '../once-per.ts';
import { contractDocument } from '../plan/document.ts';

/** Returns the explanations of all codes: the checks of this suite and the document's assumptions. */
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
    title: 'The service contradicts an assumption that the document makes because the specification is silent',
    text,
    assumption: id,
  };
}

/** Returns the title of a finding code. */
export const titleOf = (code: string): string | undefined => titlesIn(contractDocument()).get(code);

/** The cached titles by code. A report needs the title of each finding, and reading the document is slow. */
const titlesIn = oncePer((_: Document) => new Map(explanations().map(({ code, title }) => [code, title])));

/** Returns all codes that a finding can have. */
export const codes = (): string[] => explanations().map(({ code }) => code);
