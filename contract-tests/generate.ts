import { join } from 'node:path';
import type { Document } from '@vehicle-lookup/document';
import type { OperationTable } from '@vehicle-lookup/selectors';
import { readBuilt } from '../scripts/read-built.ts';
import { writeGenerated } from '../scripts/write-generated.ts';
import { loadContract } from './src/load-contract.ts';
import { createRequest, type PlannedRequest } from './src/plan/request.ts';
import { whyText } from './src/plan/request-kind.ts';
import { planRun, type RunPlan } from './src/plan/run-plan.ts';
import { costOfPlan } from './src/run/ledger.ts';
import { requestText } from './src/run/request-text.ts';

/*
 * Writes what each profile asks of a service to plan/<profile>.gen.md. It uses no generated code, so that it may run beside the
 * other generators.
 */
const SEED = 1;
const document: Document = readBuilt('openapi.json');
const table: OperationTable = readBuilt('operation-table.json');
const { contract } = await loadContract(document, table);
const credentials = Object.fromEntries(table.credentials.map((name) => [name, `{${name}}`]));

for (const profile of ['live', 'full', 'deep'] as const) {
  const options = {
    baseUrl: 'https://vehicles.example.com',
    credentials,
    target: 'service',
    profile,
    seed: SEED,
  } as const;
  const file = join(import.meta.dirname, `plan/${profile}.gen.md`);
  writeGenerated(file, 'spec/dist/openapi.json', listText(planRun(options, contract)));
}

/** The requests of a plan, one line each. */
function listText(plan: RunPlan): string {
  const { profile, requests } = plan;
  const { consultations } = costOfPlan(requests);
  const rows = requests.map((request) => cellsOf(request, plan));
  return `
# What the profile \`${profile}\` asks of a service

${requests.length} requests with seed ${SEED} and without a history, in the order in which they are made. The provider charges ${consultations} of them.
The values are the documented ones; in a run, values of \`--data\` and of earlier replies replace them. Every request has the right
credentials, except for what stands in parentheses.

| operation | kind | request | status | rests on |
| --- | --- | --- | --- | --- |
${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

function cellsOf(planned: PlannedRequest, { known }: RunPlan): string[] {
  const { operation, status, rests } = planned;
  const query = planned.query(known);
  const request =
    query === undefined ? 'made from an earlier reply' : `\`${requestText(createRequest(planned, query), table)}\``;
  const owner = rests.assumption === undefined ? `clause ${rests.clause}` : `assumption ${rests.assumption}`;
  return [operation, whyText(planned), request, status, owner];
}
