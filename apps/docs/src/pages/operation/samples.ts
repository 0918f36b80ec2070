import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { sampleRequest } from '../../contract/sample-request.ts';
import { samplesOf, variableOf } from '../../contract/samples.ts';
import { block } from '../../site/code.ts';
import { anchor, joined } from '../../site/links.ts';
import type { Site } from '../../site.ts';
import type { OperationView } from './view.ts';

/** The same request in each language, one at a time. */
export function samplesPart({ site, operation, prefix, level }: OperationView): Markup {
  return markup`<section class="card">
<h${level} id="${prefix}samples">Request</h${level}>
<div data-samples="${operation.id}" data-tabs="language" data-label="Language">
${samplesOf(sampleRequest(site, operation)).map(({ id, label, language, source }) => {
  return markup`<div data-tab="${id}" data-tab-label="${label}" data-sample="${id}">
<h${level + 1} class="tab-heading" id="${anchor(`${prefix}sample`, id)}">${label}</h${level + 1}>
${block(source, `Sample: ${label}`, language)}</div>
`;
})}</div>
<p class="account">${account(site)}</p>
</section>
`;
}

/** Where a sample takes the account from. Only a mock takes any. */
function account({ contract, servers: [first] }: Site): Markup {
  const names = joined(
    contract.table.credentials.map((name) => markup`<code>${variableOf(name)}</code>`),
    ' and ',
  );
  return first?.name === 'mock'
    ? markup`It reads ${names} from the environment; the mock takes any that are not empty.`
    : markup`It reads ${names} from the environment: your own account.`;
}
