import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { root } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { readYaml } from '../support/workflow.ts';

type Permissions = Record<string, 'read' | 'write' | 'none'>;
interface Workflow {
  permissions?: Permissions;
  jobs: Record<string, { uses?: string; permissions?: Permissions }>;
}

const LEVELS = ['none', 'read', 'write'];
const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map(
  (file) => [file, readYaml<Workflow>(file)] as const,
);
/** What GitHub gives a job: its own permissions, otherwise those of the workflow. */
const permissionsOf = ({ permissions = {} }: Workflow, job: Workflow['jobs'][string]) => job.permissions ?? permissions;

// GitHub refuses the whole run, before its first job, if a called workflow asks for more than its caller has.
test('a workflow that is called asks for no more permissions than the calling job has', () => {
  const calls = workflows.flatMap(([file, workflow]) =>
    Object.entries(workflow.jobs).flatMap(([name, job]) => {
      const called = workflows.find(([other]) => job.uses?.endsWith(`/${basename(other)}`));
      return called ? [{ caller: `${file} ${name}`, given: permissionsOf(workflow, job), called: called[1] }] : [];
    }),
  );
  expect(calls).not.toEqual([]);
  const missing = calls.flatMap(({ caller, given, called }) =>
    Object.entries(called.jobs).flatMap(([name, job]) =>
      Object.entries(permissionsOf(called, job))
        .filter(([scope, level]) => LEVELS.indexOf(level) > LEVELS.indexOf(given[scope] ?? 'none'))
        .map(([scope, level]) => `${caller} lacks ${scope}: ${level}, which ${name} asks for`),
    ),
  );
  expect(missing).toEqual([]);
});
