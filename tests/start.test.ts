import { join } from 'node:path';
import { leaks } from '@vehicle-lookup/openapi/secrets';
import { root, sendJson, serveHttp, start } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { useUpAllowance } from '../scripts/verify.ts';
import { readBuilt } from './support/documented.ts';

const { table } = readBuilt(root);

test('pnpm start verifies the service with accounts that cause 403 and 429 for every operation', async () => {
  const ports = ['--service-port', '--admin-port', '--mock-port', '--docs-port'].flatMap((flag) => [flag, '0']);
  const program = start(join(root, 'scripts/start.ts'), ports);
  await program.printed('Ctrl-C stops everything.');
  const lines = program.output.out.split('\n');
  // The first matrix belongs to the service. Each symbol is below the first character of its status.
  const head = lines.find((line) => /^ +200 /.test(line)) ?? '';
  const shown = table.operations.flatMap(({ id, statuses }) => {
    const row = lines.find((line) => line.startsWith(`${id} `)) ?? '';
    return ['403', '429']
      .filter((status) => statuses.includes(status))
      .map((status) => `${id} ${status} ${row[head.indexOf(status)]}`);
  });
  expect(shown.length).toBeGreaterThan(table.operations.length);
  expect(shown.filter((cell) => !cell.endsWith(' ✓'))).toEqual([]);
  const [, key = ''] = /[?&]key=([^&']+)/.exec(program.output.out) ?? [];
  expect(key).not.toBe('');
  expect(leaks(program.output.all.replaceAll(key, ''), [key])).toBe(false);
  // The mock on the first page of the documentation accepts any account.
  const [, docs = ''] = /^ +docs +(http\S+)/m.exec(program.output.out) ?? [];
  const page = await (await fetch(docs)).text();
  const [, named = ''] = /it is already running at <code>(.*?)<\/code>/.exec(page) ?? [];
  expect((await fetch(`${named}${table.path}?user=demo&key=demo&brands=1`)).status).toBe(200);
  expect((await program.stop('SIGINT')).code).toBe(0);
});

test('pnpm start reports the rejection of the request that uses up an allowance', async () => {
  const { address } = await serveHttp((_, response) => sendJson(response, 500, { error: 'no' }));
  await expect(useUpAllowance(`${address}/?key=secret`, 'exhausted')).rejects.toThrow(
    /^the request that uses up the allowance of "exhausted" got status 500, expected 200$/,
  );
});
