import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root, startMock } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { readCases } from '../../packages/client/test/cases/cases.ts';
import { judge, type Outcome } from '../../packages/client/test/cases/judge.ts';
import { missing, onMock, type RunCases, runIn } from '../../packages/client/test/cases/language.ts';
import { php, python } from '../../packages/client/test/cases/languages.ts';
import { runTypeScript } from '../../packages/client/test/cases/run-typescript.ts';
import { serveCases } from '../../packages/client/test/cases/service.ts';

const runs: [title: string, name: string, run: RunCases][] = [
  ['TypeScript', 'typescript', runTypeScript],
  ['Python', python.name, runIn(python)],
  ['PHP', php.name, runIn(php)],
];

const HEAD = [
  'language',
  'cases',
  'cases rejected by the language',
  'operations against the mock',
  'envelopes',
  'known faults of other clients',
  'requests after a 429 of 14 days',
  'time limits',
  'redirects',
  'cases that show the key',
];

/** Returns the table row of one client, measured in its runs. */
async function rowOf(title: string, name: string, run: RunCases): Promise<string[]> {
  const cases = readCases();
  const service = await serveCases(cases);
  const outcomes = await run(cases, service.address);
  const judged = cases.map((one, index) => {
    const findings = judge(one, outcomes[index] as Outcome, service.requests(index), name);
    return { one, findings, requests: service.requests(index).length };
  });
  const passed = (isMeant: (id: string) => boolean): string => {
    const meant = judged.filter(({ one }) => isMeant(one.id));
    return `${meant.filter(({ findings }) => findings.length === 0).length} of ${meant.length}`;
  };
  const { address } = await startMock();
  const calls = onMock(address);
  const [own, expected] = [await run(calls, address), await runTypeScript(calls, address)];
  const isSame = ({ data, error }: Outcome, index: number) =>
    !error && isDeepStrictEqual(data, JSON.parse(JSON.stringify(expected[index]?.data)));
  const timed = new Set(cases.flatMap(({ id, client }) => (client.timeout === undefined ? [] : id)));
  return [
    title,
    passed(() => true),
    String(cases.filter(({ except }) => Object.hasOwn(except, name)).length),
    `${own.filter(isSame).length} of ${calls.length}`,
    passed((id) => id.startsWith('envelopes: ')),
    passed((id) => id.startsWith('field-faults: ')),
    String(judged.find(({ one }) => one.id.endsWith('an exhausted quota of 14 days'))?.requests),
    passed((id) => timed.has(id)),
    passed((id) => id.includes('redirect, which is not followed: 3') || id.endsWith('a redirect')),
    String(judged.filter(({ findings }) => findings.some((text) => text.startsWith('the key is shown'))).length),
  ];
}

const needed = [python, php].flatMap((language) => missing(language) ?? []);

const note = needed.length > 0 ? ` (skipped: ${needed.join(', ')})` : '';

test.skipIf(note)(`packages/client/clients.md matches the behaviour of the clients${note}`, async () => {
  const rows = [];
  for (const [title, name, run] of runs) rows.push(await rowOf(title, name, run));
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const table = [line(HEAD), line(HEAD.map(() => '---')), ...rows.map(line)].join('\n');
  const header = `# The clients in each language\n\nWritten by \`DEEP=1 vitest run client-languages -u\` in \`tests\`, from runs of the [cases](cases/README.md).`;
  const legend =
    '`time limits` counts silent services and endless bodies, with a time limit of 0.3 seconds. A client shows the key if a message, a dump\nof the client or error, a trace, or the output contains the key.';
  await expect(`${header}\n\n${table}\n\n${legend}\n`).toMatchFileSnapshot(join(root, 'packages/client/clients.md'));
});
