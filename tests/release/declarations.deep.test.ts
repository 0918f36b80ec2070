import { delimiter, join } from 'node:path';
import { root, runShell } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { workspacePackages } from '../support/repository.ts';

const checked = workspacePackages().flatMap(({ name, directory, scripts }) =>
  scripts.declarations ? [{ name, directory, script: scripts.declarations }] : [],
);

test.each(checked)('the declarations of $name fit its exports, however a consumer resolves them', async (one) => {
  const cwd = join(root, one.directory);
  const bins = [cwd, root].map((directory) => join(directory, 'node_modules/.bin'));
  const { code, out, err } = await runShell(one.script, {
    cwd,
    env: { PATH: [...bins, process.env.PATH].join(delimiter) },
  });
  expect(code, out + err).toBe(0);
});
