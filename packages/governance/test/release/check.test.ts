import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryWith, documentWith, gate, gateReport, git, write } from '../support/gate.ts';

const NAME = '@example/contract';
const MEMBERS = { code: 'string', state: 'string' };
const manifest = (version: string) => JSON.stringify({ name: NAME, version, files: ['openapi.json', 'changes'] });
const changeset = (bump: string) => `---\n'${NAME}': ${bump}\n---\n\nA change.\n`;
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A repository whose contract was released as 1.0.0, on a branch that has changed nothing yet. */
async function released(version = '1.0.0'): Promise<string> {
  const root = directoryWith({
    'openapi.json': documentWith(MEMBERS, version),
    'package.json': manifest(version),
    '.changeset/config.json': '{}',
  });
  await git(root, 'init', '--quiet', '--initial-branch', 'main');
  await git(root, 'add', '.');
  await git(root, 'commit', '--quiet', '--message', 'release');
  await git(root, 'tag', `${NAME}@${version}`);
  await git(root, 'checkout', '--quiet', '-b', 'change');
  return root;
}

/** A member of the reply is removed. */
const breakIt = (root: string, version = '1.0.0') =>
  write(root, { 'openapi.json': documentWith({ code: 'string' }, version) });

const codes = async (root: string, ...args: string[]) => {
  const { exitCode, problems, changes } = await gateReport(root, 'check', ...args);
  return { exitCode, problems: problems.map(({ code }) => code), fails: changes.filter(({ fails }) => fails).length };
};

const acknowledge = async (root: string, expires = day(30)) => {
  const { changes } = await gateReport(root, 'check');
  const [{ fingerprint = '' } = {}] = changes.filter(({ impact }) => impact === 'major');
  const text = ['--reason', 'nobody reads it', '--owner', 'the team', '--expires', expires];
  return { fingerprint, ...(await gate(root, 'acknowledge', fingerprint, ...text)) };
};

test('a branch that changes nothing is accepted', async () => {
  expect(await codes(await released())).toEqual({ exitCode: 0, problems: [], fails: 0 });
});

test('a breaking change as patch is refused', async () => {
  const root = await released();
  breakIt(root);
  write(root, { '.changeset/one.md': changeset('patch') });
  expect(await codes(root)).toEqual({ exitCode: 1, problems: ['bump-too-small', 'bump-too-small'], fails: 1 });
});

test('a breaking change as major is refused until somebody acknowledges it', async () => {
  const root = await released();
  breakIt(root);
  write(root, { '.changeset/one.md': changeset('major') });
  expect(await codes(root)).toEqual({ exitCode: 1, problems: [], fails: 1 });
  expect(await acknowledge(root)).toMatchObject({ code: 0 });
  expect(await codes(root)).toEqual({ exitCode: 0, problems: [], fails: 0 });
});

test('a change without a changeset is refused, even while another changeset of an earlier branch waits', async () => {
  const root = await released();
  await git(root, 'checkout', '--quiet', 'main');
  write(root, { '.changeset/earlier.md': changeset('minor') });
  await git(root, 'add', '.');
  await git(root, 'commit', '--quiet', '--message', 'earlier');
  await git(root, 'checkout', '--quiet', '-B', 'change');
  write(root, { 'openapi.json': documentWith({ ...MEMBERS, note: 'string' }, '1.0.0') });
  expect(await codes(root)).toEqual({ exitCode: 1, problems: ['changeset-missing'], fails: 0 });
  write(root, { '.changeset/one.md': changeset('minor') });
  expect(await codes(root)).toEqual({ exitCode: 0, problems: [], fails: 0 });
});

test('the commit that carries the versions is accepted', async () => {
  const root = await released();
  breakIt(root);
  write(root, { '.changeset/one.md': changeset('major') });
  const { fingerprint } = await acknowledge(root);
  const { changes } = await gateReport(root, 'check');
  await git(root, 'add', '.');
  await git(root, 'commit', '--quiet', '--message', 'break');
  await git(root, 'checkout', '--quiet', '-B', 'main');
  await git(root, 'checkout', '--quiet', '-b', 'release');
  breakIt(root, '2.0.0');
  for (const file of ['.changeset/one.md', `acknowledged/${fingerprint}.yaml`]) rmSync(join(root, file));
  write(root, {
    'package.json': manifest('2.0.0'),
    'changes/2.0.0.json': JSON.stringify({ version: '2.0.0', changes }),
  });
  expect(await codes(root)).toEqual({ exitCode: 0, problems: [], fails: 0 });
});

test('below 1.0.0 a breaking change needs minor', async () => {
  const root = await released('0.4.0');
  breakIt(root, '0.4.0');
  write(root, { '.changeset/one.md': changeset('patch') });
  expect((await codes(root)).problems).toContain('bump-too-small');
  write(root, { '.changeset/one.md': changeset('minor') });
  expect((await codes(root)).problems).toEqual([]);
});

test('a package that shows the contract needs the same part of its version as the contract', async () => {
  const root = await released('0.4.0');
  await git(root, 'checkout', '--quiet', 'main');
  const client = { name: '@example/client', version: '0.2.0', dependencies: { '@example/types': 'workspace:^' } };
  write(root, {
    'pnpm-workspace.yaml': 'packages: [packages/*]\n',
    'packages/types/package.json': JSON.stringify({ name: '@example/types', version: '0.4.0', files: ['types.ts'] }),
    'packages/types/types.ts': 'export type State = string;\n',
    'packages/client/package.json': JSON.stringify(client),
    'packages/other/package.json': JSON.stringify({ name: '@example/other', version: '0.1.0' }),
    '.changeset/config.json': JSON.stringify({ fixed: [[NAME, '@example/types']] }),
  });
  await git(root, 'add', '.');
  await git(root, 'commit', '--quiet', '--message', 'packages');
  await git(root, 'checkout', '--quiet', '-B', 'change');
  breakIt(root, '0.4.0');
  const release = (bump: string) => `---\n'${NAME}': minor\n'@example/client': ${bump}\n---\n\nA change.\n`;
  write(root, { '.changeset/one.md': changeset('minor') });
  const found = async () => (await gateReport(root, 'check')).problems.map(({ what }) => what);
  expect(await found()).toEqual([
    '@example/client changed with the contract on this branch, and no changeset names it; it needs minor.',
  ]);
  write(root, { '.changeset/one.md': release('patch') });
  expect(await found()).toEqual([
    '@example/client is released as patch, and its changes with the contract on this branch need minor.',
  ]);
  write(root, { '.changeset/one.md': release('minor') });
  expect(await found()).toEqual([]);
});

test('acknowledgements that are expired, too long, unused, duplicate or broken are refused', async () => {
  const root = await released();
  breakIt(root);
  write(root, { '.changeset/one.md': changeset('major') });
  expect(await acknowledge(root, day(91))).toMatchObject({ code: 1 });
  const { fingerprint } = await acknowledge(root);
  expect(await acknowledge(root)).toMatchObject({ code: 1 });
  const text = readFileSync(join(root, `acknowledged/${fingerprint}.yaml`), 'utf8');
  const file = (name: string, expires: string) =>
    write(root, { [`acknowledged/${name}`]: text.replace(/expires: .*/, `expires: ${expires}`) });
  const name = `${fingerprint}.yaml`;
  file(name, day(-1));
  expect((await codes(root)).problems).toEqual(['acknowledgement-expired']);
  file(name, day(100));
  expect((await codes(root)).problems).toEqual(['acknowledgement-expired']);
  file(name, day(10));
  file(`${fingerprint}.yml`, day(10));
  expect((await codes(root)).problems).toEqual(['acknowledgement-duplicate']);
  write(root, { [`acknowledged/${fingerprint}.yml`]: 'fingerprint: 1\n' });
  expect((await codes(root)).problems).toEqual(['acknowledgement-broken']);
  rmSync(join(root, `acknowledged/${fingerprint}.yml`));
  write(root, { 'openapi.json': documentWith({ state: 'string' }, '1.0.0') });
  expect((await codes(root)).problems).toEqual(['acknowledgement-unused']);
});

test.each([
  ['under another code', (text: string) => text.replace('property-removed', 'example-changed')],
  ['under another text', (text: string) => text.replace(/what: .*/, 'what: A text was changed.')],
])('an acknowledgement %s accepts nothing', async (_, rewrite) => {
  const root = await released();
  breakIt(root);
  write(root, { '.changeset/one.md': changeset('major') });
  const { fingerprint } = await acknowledge(root);
  const file = `acknowledged/${fingerprint}.yaml`;
  write(root, { [file]: rewrite(readFileSync(join(root, file), 'utf8')) });
  expect(await codes(root)).toEqual({ exitCode: 1, problems: ['acknowledgement-broken'], fails: 1 });
});

test('an acknowledgement in a file that is not named after it accepts nothing', async () => {
  const root = await released();
  breakIt(root);
  write(root, { '.changeset/one.md': changeset('major') });
  const { fingerprint } = await acknowledge(root);
  renameSync(join(root, `acknowledged/${fingerprint}.yaml`), join(root, 'acknowledged/harmless.yaml'));
  expect(await codes(root)).toEqual({ exitCode: 1, problems: ['acknowledgement-broken'], fails: 1 });
});

test('the record of a release that is published already accepts nothing', async () => {
  const root = await released();
  breakIt(root);
  const { changes } = await gateReport(root, 'check');
  const accepted = changes.map((one) => ({ ...one, acknowledgement: { reason: 'r', owner: 'o', expires: day(30) } }));
  const record = JSON.stringify({ version: '1.0.0', changes: accepted });
  write(root, { '.changeset/one.md': changeset('major'), 'changes/1.0.0.json': record });
  expect(await codes(root)).toEqual({ exitCode: 1, problems: [], fails: 1 });
});

test('an acknowledgement of a lost member holds while other members are added', async () => {
  const required = (names: string[]) => {
    const document = JSON.parse(documentWith(MEMBERS, '1.0.0'));
    const schema = document.paths['/loans'].get.responses[200].content['application/json'].schema;
    for (const name of names) schema.properties[name] ??= { type: 'string', description: `The ${name}.` };
    return JSON.stringify(Object.assign(document, { paths: document.paths }), (key, value) =>
      key === 'schema' ? { ...value, required: names } : value,
    );
  };
  const root = await released();
  write(root, { 'openapi.json': required(['code', 'state', 'day']) });
  await git(root, 'commit', '--quiet', '--all', '--message', 'required');
  await git(root, 'tag', '--force', `${NAME}@1.0.0`);
  write(root, { 'openapi.json': required(['code', 'day']), '.changeset/one.md': changeset('major') });
  const { fingerprint } = await acknowledge(root);
  write(root, { 'openapi.json': required(['code', 'day', 'note']) });
  expect(await codes(root)).toEqual({ exitCode: 0, problems: [], fails: 0 });
  write(root, { 'openapi.json': required(['code', 'note']) });
  const { problems, changes } = await gateReport(root, 'check');
  expect(problems.map(({ code }) => code)).toEqual(['acknowledgement-unused']);
  expect(changes.find(({ impact }) => impact === 'major')?.fingerprint).not.toBe(fingerprint);
});

test('changes of earlier branches are shown behind those of this branch', async () => {
  const root = await released();
  await git(root, 'checkout', '--quiet', 'main');
  write(root, {
    'openapi.json': documentWith({ ...MEMBERS, early: 'string' }, '1.0.0'),
    '.changeset/a.md': changeset('minor'),
  });
  await git(root, 'add', '.');
  await git(root, 'commit', '--quiet', '--message', 'earlier');
  await git(root, 'checkout', '--quiet', '-B', 'change');
  write(root, { 'openapi.json': documentWith({ ...MEMBERS, early: 'string', late: 'string' }, '1.0.0') });
  const { changes } = await gateReport(root, 'check');
  expect(changes.map(({ what, isNew }) => [what.split(' ')[2], isNew])).toEqual([
    ['late', true],
    ['early', false],
  ]);
});

test('what is deprecated cannot be removed before its day, and needs no acknowledgement after it', async () => {
  const deprecated = (until: string) => {
    const document = JSON.parse(documentWith(MEMBERS, '1.0.0'));
    const schema = document.paths['/loans'].get.responses[200].content['application/json'].schema;
    Object.assign(schema.properties.state, {
      deprecated: true,
      'x-deprecation': { since: '0.9.0', until, use: 'code' },
    });
    return JSON.stringify(document);
  };
  const remove = async (until: string) => {
    const root = await released();
    write(root, { 'openapi.json': deprecated(until) });
    await git(root, 'commit', '--quiet', '--all', '--message', 'deprecated');
    await git(root, 'tag', '--force', `${NAME}@1.0.0`);
    breakIt(root);
    write(root, { '.changeset/one.md': changeset('major') });
    return codes(root);
  };
  expect(await remove(day(5))).toEqual({ exitCode: 1, problems: ['removed-early'], fails: 1 });
  expect(await remove(day(-5))).toEqual({ exitCode: 0, problems: [], fails: 0 });
});

test('a path is removed before its day if any of its operations must still work', async () => {
  const path = (until: Record<string, string | undefined>) => {
    const document = JSON.parse(documentWith(MEMBERS, '1.0.0'));
    document.paths['/old'] = Object.fromEntries(
      Object.entries(until).map(([method, day]) => {
        const terms = { deprecated: true, 'x-deprecation': { since: '0.9.0', until: day, use: 'listLoans' } };
        return [
          method,
          { operationId: `${method}Old`, responses: { 204: { description: 'Done.' } }, ...(day && terms) },
        ];
      }),
    );
    return JSON.stringify(document);
  };
  const remove = async (until: Record<string, string | undefined>) => {
    const root = await released();
    write(root, { 'openapi.json': path(until) });
    await git(root, 'commit', '--quiet', '--all', '--message', 'deprecated');
    await git(root, 'tag', '--force', `${NAME}@1.0.0`);
    write(root, { 'openapi.json': documentWith(MEMBERS, '1.0.0'), '.changeset/one.md': changeset('major') });
    return codes(root);
  };
  expect(await remove({ get: day(-5), delete: day(5) })).toEqual({
    exitCode: 1,
    problems: ['removed-early'],
    fails: 1,
  });
  expect(await remove({ get: day(-5), delete: undefined })).toEqual({ exitCode: 1, problems: [], fails: 1 });
  expect(await remove({ get: day(-5), delete: day(-4) })).toEqual({ exitCode: 0, problems: [], fails: 0 });
});

test('a document without a release has no verdict until the caller says so', async () => {
  const root = directoryWith({ 'openapi.json': documentWith(MEMBERS), 'package.json': manifest('0.0.0') });
  // No registry answers there.
  write(root, { '.npmrc': 'registry=http://127.0.0.1:9/\nfetch-retries=0\n' });
  await git(root, 'init', '--quiet', '--initial-branch', 'main');
  await git(root, 'commit', '--quiet', '--allow-empty', '--message', 'empty');
  const { code, err } = await gate(root, 'check');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('--base none') });
  expect(await gate(root, 'check', '--base', 'none')).toMatchObject({
    code: 1,
    out: expect.stringContaining('changeset'),
  });
});

test.each([
  ['without a repository', undefined, 'not a git repository'],
  ['without the main branch', ['branch', '--quiet', '--delete', '--force', 'main'], 'git fetch origin main:main'],
])('%s there is no verdict, and one line says what to do', async (_, command, expected) => {
  const root = await released();
  if (command) await git(root, ...command);
  else rmSync(join(root, '.git'), { recursive: true });
  const { code, err } = await gate(root, 'check', '--base', 'openapi.json');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(expected) });
});

test.each([
  ['package.json', '{ "changes":', 'package.json: expected a JSON object: Unexpected end of JSON input'],
  ['package.json', '[]', 'package.json: expected a JSON object, found a list'],
  ['.changeset/config.json', '{ "fixed": x }', '.changeset/config.json: expected a JSON object: Unexpected token'],
])('a broken %s has no verdict: %s', async (file, text, expected) => {
  const root = await released();
  write(root, { [file]: text });
  const { code, err } = await gate(root, 'check', '--base', `git:HEAD`);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(expected) });
});

test('without a list of what differs there is no verdict', async () => {
  const root = await released();
  rmSync(join(root, '.git/index'));
  write(root, { '.git/index': 'not an index' });
  const { code, err } = await gate(root, 'check');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('what this branch changed is unknown') });
});

test('where neither the base nor the start of the branch can be compared, one line says why', async () => {
  const root = await released();
  const text = documentWith(MEMBERS, '1.0.0');
  await git(root, 'checkout', '--quiet', 'main');
  write(root, { 'openapi.json': '{' });
  await git(root, 'commit', '--quiet', '--all', '--message', 'broken');
  await git(root, 'checkout', '--quiet', '-B', 'change');
  write(root, { 'openapi.json': text });
  const source = join(import.meta.dirname, '../../../../spec/openapi.yaml');
  const { code, err } = await gate(root, 'check', '--base', source);
  expect({ code, lines: err.trim().split('\n') }).toEqual({
    code: 2,
    lines: [expect.stringMatching(/cannot be compared/)],
  });
});

test('in a shallow clone one line says what to do', async () => {
  const root = await released();
  await git(root, 'commit', '--quiet', '--allow-empty', '--message', 'more');
  const clone = directoryWith({});
  await git(clone, 'clone', '--quiet', '--depth', '1', '--no-tags', `file://${root}`, 'clone');
  const { code, err } = await gate(join(clone, 'clone'), 'check', '--base', 'git:HEAD~1');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('git fetch --unshallow') });
});
