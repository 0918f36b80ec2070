import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { heading } from '../../site/headings.ts';
import { inline, joined, PATHS } from '../../site/links.ts';
import type { OperationView } from './view.ts';

/** What the operation rests on: assumptions with their statements, clauses by id. */
export function restsPart({ site, operation, links, prefix, level }: OperationView): Markup {
  const { provenance, contract } = site;
  const isEverywhere = (id: string) => provenance.operationsOf(id).length === contract.operations.length;
  const assumptions = provenance.assumptionsOf(operation.id).filter((id) => !isEverywhere(id));
  const clauses = provenance.clausesOf(operation.id).filter((id) => !isEverywhere(id));
  return markup`${heading(level, `${prefix}rests-on`, 'Rests on')}
<p>Where the specification is silent, on these assumptions, besides ${links.to(`${PATHS.assumptions}#every-operation`, 'those of every operation')}:</p>
<ul class="fields">
${assumptions.map((id) => markup`<li><div class="field">${links.assumption(id)}</div><p>${inline(contract.assumptions.get(id)?.statement ?? '')}</p></li>`)}
</ul>
<p>${links.to(PATHS.clauses, 'Clauses')} about this operation, without those about parts that others share: ${joined(clauses.map(links.clause))}</p>`;
}
