import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAcknowledgements } from '../../src/release/acknowledgements.ts';
import { directoryWith, documentWith, gateReport, git, write } from '../support/gate.ts';
import { acknowledge, breakIt, changeset, codes, day, MEMBERS, NAME, released } from '../support/released.ts';

test('a breaking change with a major changeset is rejected until it is acknowledged', async () => {
  const root = await released();
  breakIt(root);
  write(root, { '.changeset/one.md': changeset('major') });
  expect(await codes(root)).toEqual({ exitCode: 1, problems: [], fails: 1 });
  expect(await acknowledge(root)).toMatchObject({ code: 0 });
  expect(await codes(root)).toEqual({ exitCode: 0, problems: [], fails: 0 });
});

test('expired, overlong, unused, duplicate and invalid acknowledgements are rejected', async () => {
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
  file(`${fingerprint}-copy.yaml`, day(10));
  expect((await codes(root)).problems).toEqual(['acknowledgement-broken']);
  rmSync(join(root, `acknowledged/${fingerprint}-copy.yaml`));
  write(root, { 'openapi.json': documentWith({ state: 'string' }, '1.0.0') });
  expect((await codes(root)).problems).toEqual(['acknowledgement-unused']);
});

test.each([
  ['2026-06-30', ['acknowledgement-expired']],
  ['2026-07-01', []],
  ['2026-09-29', []],
  ['2026-09-30', ['acknowledgement-expired']],
])('an acknowledgement that expires on %s causes the problems %j on 1 July 2026', (expires, expected) => {
  const file = { fingerprint: 'a1', code: 'property-removed', what: 'Lost.', reason: 'r', owner: 'o', expires };
  const directory = directoryWith({ 'acknowledged/a1.yaml': JSON.stringify(file) });
  expect(readAcknowledgements(directory, '2026-07-01').problems.map(({ code }) => code)).toEqual(expected);
});

test.each([
  ['with a different code', (text: string) => text.replace('property-removed', 'example-changed')],
  ['with a different description', (text: string) => text.replace(/what: .*/, 'what: A text was changed.')],
])('an acknowledgement %s does not accept the change', async (_, rewrite) => {
  const root = await released();
  breakIt(root);
  write(root, { '.changeset/one.md': changeset('major') });
  const { fingerprint } = await acknowledge(root);
  const file = `acknowledged/${fingerprint}.yaml`;
  write(root, { [file]: rewrite(readFileSync(join(root, file), 'utf8')) });
  expect(await codes(root)).toEqual({ exitCode: 1, problems: ['acknowledgement-broken'], fails: 1 });
});

test('an acknowledgement in a file with a different name does not accept the change', async () => {
  const root = await released();
  breakIt(root);
  write(root, { '.changeset/one.md': changeset('major') });
  const { fingerprint } = await acknowledge(root);
  renameSync(join(root, `acknowledged/${fingerprint}.yaml`), join(root, 'acknowledged/harmless.yaml'));
  expect(await codes(root)).toEqual({ exitCode: 1, problems: ['acknowledgement-broken'], fails: 1 });
});

test('the record of a published release does not accept a change', async () => {
  const root = await released();
  breakIt(root);
  const { changes } = await gateReport(root, 'check');
  const accepted = changes.map((one) => ({ ...one, acknowledgement: { reason: 'r', owner: 'o', expires: day(30) } }));
  const record = JSON.stringify({ version: '1.0.0', changes: accepted });
  write(root, { '.changeset/one.md': changeset('major'), 'changes/1.0.0.json': record });
  expect(await codes(root)).toEqual({ exitCode: 1, problems: [], fails: 1 });
});

test('an acknowledgement of a removed field remains valid when other fields are added', async () => {
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
