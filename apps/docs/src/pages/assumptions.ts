import type { Strength } from '@vehicle-lookup/openapi';
import { blocks, bullets, code, plain, table, to, toClause, toOperation } from '../markdown/write.ts';
import type { SitePage } from '../page.ts';
import type { Site } from '../site.ts';
import { notVerified } from './not-verified.ts';

/** Explanation of each strength. */
const STRENGTH: Record<Strength, string> = {
  seen: 'in public responses or samples',
  inferred: 'from the text of the specification',
  chosen: 'although another decision would have been possible',
};

/** Returns the page with the decisions of the contract where the specification is silent. */
export function assumptionsPage(site: Site): SitePage {
  const { contract, ofService, report: state } = site;
  const { assumptions } = contract;
  const { report } = state;
  const added = [...(ofService?.assumptions ?? [])].filter(([id]) => !assumptions.has(id));
  return {
    path: 'assumptions',
    title: 'Assumptions',
    description: 'The decisions of the contract where the specification is silent.',
    keywords: { '': ['assumptions', 'assumed', 'evidence'] },
    body: [
      `The specification leaves ${assumptions.size} points open. The contract decides each of them: ${countsText(site)}. For each decision, this page lists the evidence, and a probe that shows whether a live service confirms or contradicts the decision. All other statements in the contract come from the ${to('clauses', 'clauses')}.`,
      'The evidence consists of published responses from such services, public programs that call such services, and the example requests and responses that the specification calls samples. This site does not contain these sources.',
      `If you provide the interface, see ${to('implement', 'Implement the interface')}.`,
      report
        ? `The verdicts are from the contract run on ${plain(report.started)} against a ${plain(report.target)}.`
        : notVerified(site, state.problem),
      '## Index {#every-operation}',
      indexOf(site),
      ...[...assumptions.keys()].map((id) => sectionOf(site, id)),
      ...(added.length > 0
        ? [
            '## Assumptions of the reference service {#reference-service}',
            'These assumptions are not part of the contract, so clients must not depend on them.',
            ...added.map(([id, { statement, clauses }]) =>
              blocks(`### ${code(id)} {#${id}}`, statement, clauses.length > 0 ? `Open in: ${linked(clauses)}` : ''),
            ),
          ]
        : []),
    ],
  };
}

const linked = (clauses: readonly string[]): string => clauses.map(toClause).join(', ');

/** Returns the number of decisions with each strength. */
function countsText({ contract: { assumptions } }: Site): string {
  const all = [...assumptions.values()];
  const counts = Object.entries(STRENGTH).flatMap(([strength, meaning]) => {
    const { length } = all.filter((one) => one.strength === strength);
    return length > 0 ? `${length} ${strength} (${meaning})` : [];
  });
  return counts.join(', ');
}

/** Returns a table with the strength, scope and last verdict of each assumption. */
function indexOf({ contract, provenance, report: { report } }: Site): string {
  const all = contract.operations.length;
  const rows = [...contract.assumptions].map(([id, { strength }]) => {
    const { length } = provenance.operationsOf(id);
    const scope = length === all ? 'every operation' : length === 0 ? 'the interface' : `${length} of ${all}`;
    const verdict = report?.assumptions.find((one) => one.id === id)?.state ?? '';
    return [`[${code(id)}](#${id})`, strength ?? '', scope, ...(report ? [plain(verdict)] : [])];
  });
  return table(['Assumption', 'Strength', 'Operations', ...(report ? ['Last verdict'] : [])], rows);
}

function sectionOf({ contract, provenance, implement, report: { report } }: Site, id: string): string {
  const { statement = '', clauses = [], silence, strength, evidence, probe } = contract.assumptions.get(id) ?? {};
  const operations = provenance.operationsOf(id);
  const verdict = report?.assumptions.find((one) => one.id === id);
  const scope =
    operations.length === contract.operations.length
      ? to('operations/index', 'every operation')
      : operations.map(toOperation).join(', ') || 'none, because the assumption concerns the interface as a whole';
  const facts: [name: string, text: string | undefined][] = [
    ['Open in', linked(clauses)],
    ['Silent about', silence],
    ['Strength', strength && `${strength}, ${STRENGTH[strength]}`],
    ['Evidence', evidence],
    ['Probe', probe],
    ['Operations', scope],
    ['For providers', implement.includes(`#${id})`) ? to('implement', 'Implement the interface') : undefined],
    ['Last verdict', verdict && plain(`${verdict.state}, ${report?.started}: ${verdict.how}`)],
  ];
  const known = facts.flatMap(([name, text]) => (text ? `**${name}:** ${text}` : []));
  return blocks(`## ${code(id)} {#${id}}`, statement, bullets(known));
}
