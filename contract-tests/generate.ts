import { join } from 'node:path';
import type { Document } from '@vehicle-lookup/openapi';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { readBuilt, readContract, writeGenerated } from '@vehicle-lookup/testing/generated';
import { loadContract } from './src/load-contract.ts';
import { type Profile, sizes } from './src/plan/profile.ts';
import { classicsOf } from './src/plan/requests/classics.ts';
import { planRun, type RunPlan } from './src/plan/run-plan.ts';
import { caseText } from './src/run/request-text.ts';

/*
 * Writes all cases to plan/cases.gen.md, each with the smallest profile that includes it.
 */
const document: Document = readContract();
const table: OperationTable = readBuilt('operation-table.json');
const contract = loadContract(document, table);
const credentials = Object.fromEntries(table.credentials.map((name) => [name, `{${name}}`]));

const plan = (profile: Profile) =>
  planRun({ baseUrl: 'https://vehicles.example.com', credentials, target: 'service', profile, seed: 1 }, contract);

const listed = new Set<string>();
const sections = [
  section('smoke', plan('smoke')),
  section('live', plan('live')),
  section('full', plan('full')),
  section('deep', plan('deep')),
];
writeGenerated(
  join(import.meta.dirname, 'plan/cases.gen.md'),
  'spec/dist/openapi.json',
  `
# The cases

A run makes the successes, then invalid requests of each kind in turn, then one success again, then wrong keys. The order of the turns: first every kind once; then the
kinds that a single operation may overlook, until every operation has had each kind; then second values, classics and the rest. A kind goes to
the operation that has had it least. Cases that the history has seen come last, the oldest first. The seed decides between equals.

A profile is a number of requests, ${sizes.live.kept} of them kept for repeats: \`live\` ${sizes.live.requests}, \`full\` ${sizes.full.requests}, \`deep\` all, but only ${sizes.deep.wrongKeys} wrong keys. Each
case is listed below the smallest profile that makes it on a first run with seed 1. The values are the documented ones; values of
\`--data\` and of earlier responses replace them. A request has valid credentials, except for those in parentheses.
The cost is in consultations, if successes are charged.

${sections.join('\n')}
## Classics

Requests that common frameworks misread, each made once, by \`deep\` or with a history:

| case | what goes wrong |
| --- | --- |
${classicsOf(table, contract.operations)
  .map(({ name, operation, reason }) => `| ${operation.entry.id} classic ${name} | ${reason} |`)
  .join('\n')}
`,
);

/** Returns a section with the cases of a plan that no smaller profile includes, in the order in which they are sent. */
function section(title: string, { requests, known }: RunPlan): string {
  const own = requests.filter(({ id }) => !listed.has(id));
  for (const { id } of own) listed.add(id);
  const rows = own.map((one) => {
    const { id, request, status, rests, cost } = caseText(one, known, table);
    return `| ${id} | ${request === undefined ? 'made from an earlier response' : `\`${request}\``} | ${status} | ${rests} | ${cost} |`;
  });
  return `## ${title}: ${own.length}${title === 'smoke' ? '' : ' more'}

| case | request | status | rests on | cost |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
