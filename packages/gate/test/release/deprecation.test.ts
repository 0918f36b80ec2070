import { expect, test } from 'vitest';
import { documentWith, git, write } from '../support/gate.ts';
import { breakIt, changeset, codes, day, MEMBERS, NAME, released } from '../support/released.ts';

test('a deprecated part cannot be removed before its announced date and requires no acknowledgement afterwards', async () => {
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

test('the removal of a path is too early if any of its operations must still work', async () => {
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
