import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, runCommand, sendJson, serveHttp, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { runAction } from '../support/workflow.ts';

const ACTION = '.github/actions/gate';
const COMMAND = `${process.execPath} ${bin('gate')} check`;
const HOSTILE = '::error::forged';

const documentWith = (members: string[]) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: HOSTILE, version: '1.0.0' },
    paths: { '/loans': { get: { operationId: 'listLoans', responses: { 200: responseWith(members) } } } },
  });
const responseWith = (members: string[]) => {
  const properties = Object.fromEntries(members.map((name) => [name, { type: 'string' }]));
  return { description: 'Found.', content: { 'application/json': { schema: { type: 'object', properties } } } };
};

/** Creates a third-party repository in which a released document has lost a field. */
async function brokenRepository(): Promise<string> {
  const root = temporaryDirectory();
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  const git = (...args: string[]) =>
    runCommand(['git', '-c', 'user.name=Somebody', '-c', 'user.email=s@example.com', ...args], { cwd: root });
  write('package.json', '{ "name": "contract", "version": "1.0.0" }');
  write('openapi.json', documentWith(['code', 'state']));
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'released');
  await git('tag', 'contract@1.0.0');
  write('openapi.json', documentWith(['code']));
  return root;
}

test('a job of another repository gets the verdict, summary, annotations and SARIF, and strings do not become commands', async () => {
  const given = { command: COMMAND, comment: 'false' };
  const { code, outputs, summary, log } = await runAction(ACTION, given, await brokenRepository());
  expect({ code, outputs }).toEqual({
    code: 1,
    outputs: { verdict: 'rejected', impact: 'major', sarif: 'gate-report/report.sarif' },
  });
  expect(summary).toContain('property-removed');
  expect(log).toMatch(/^::error file=openapi\.json,line=1,title=property-removed listLoans::/m);
  expect(log.slice(log.search(/^::(?!stop)[0-9a-f-]{36}::$/m))).not.toContain(`\n${HOSTILE}`);
});

test('`code-changes: warn` turns a change that affects only generated code into a warning', async () => {
  const repository = await brokenRepository();
  writeFileSync(join(repository, 'openapi.json'), documentWith(['code', 'state']).replace('listLoans', 'loans'));
  const given = { command: COMMAND, comment: 'false' };
  expect((await runAction(ACTION, given, repository)).log).toMatch(/^::error .*title=operation-id-changed/m);
  const { log } = await runAction(ACTION, { ...given, 'code-changes': 'warn' }, repository);
  expect(log).toMatch(/^::warning .*title=operation-id-changed/m);
  expect(log).not.toContain('..');
});

test('the report lists the affected consumers, whose paths are given on separate lines', async () => {
  const repository = await brokenRepository();
  const addUsage = (file: string, name: string, member: string) => {
    const contract = { title: HOSTILE, version: '1.0.0' };
    const operations = { listLoans: { reads: [member], failures: [] } };
    const usage = { usageVersion: 1, consumer: { name, version: '1.0.0' }, contract, operations };
    writeFileSync(join(repository, file), JSON.stringify(usage));
  };
  mkdirSync(join(repository, 'two words'));
  addUsage('two words/desk.usage.json', 'desk', 'state');
  addUsage('-wall.usage.json', 'wall', 'code');
  const given = { command: COMMAND, comment: 'false', consumers: '\n  two words\n-wall.usage.json\n' };
  const { code, log, summary } = await runAction(ACTION, given, repository);
  expect(code, log).toBe(1);
  expect(summary).toContain('| change | desk | wall |');
  expect(summary).toMatch(/\| .*was removed\. \| ✗ <code>listLoans state<\/code> \| – \|/);
});

test('the comment from an earlier run is replaced, and a token without permission does not fail the job', async () => {
  const calls: string[] = [];
  let comments: { id: number; body: string }[] = [];
  let status = 200;
  const api = await serveHttp((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    sendJson(response, status, request.method === 'GET' ? comments : {});
  });
  const repository = await brokenRepository();
  const event = join(repository, 'event.json');
  writeFileSync(event, '{ "pull_request": { "number": 7 } }');
  const github = { GITHUB_API_URL: api.address, GITHUB_EVENT_PATH: event, GITHUB_REPOSITORY: 'o/r', GITHUB_TOKEN: 't' };
  writeFileSync(join(repository, 'report.md'), 'rejected');
  const comment = () =>
    runCommand([process.execPath, join(import.meta.dirname, '../..', ACTION, 'comment.mjs'), 'report.md'], {
      cwd: repository,
      env: github,
    });
  expect(await comment()).toMatchObject({ code: 0, out: '' });
  comments = [{ id: 3, body: '<!-- vehicle-lookup-gate -->\nold' }];
  expect(await comment()).toMatchObject({ code: 0, out: '' });
  expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([
    'POST /repos/o/r/issues/7/comments',
    'PATCH /repos/o/r/issues/comments/3',
  ]);
  status = 403;
  expect(await comment()).toMatchObject({ code: 0, out: expect.stringContaining('pull-requests: write') });
});
