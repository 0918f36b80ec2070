import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { readYaml, type Step } from '../support/workflow.ts';
import { actionComplaints } from './action-rules.ts';

type Permissions = Record<string, 'read' | 'write' | 'none'>;
interface Job {
  if?: string;
  uses?: string;
  outputs?: Record<string, string>;
  permissions?: Permissions;
  steps?: Step[];
}
interface Workflow {
  permissions?: Permissions;
  jobs: Record<string, Job>;
}

const LEVELS = ['none', 'read', 'write'];
const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map(
  (file) => [file, readYaml<Workflow>(file)] as const,
);
/** Returns the permissions of a job: its own permissions, or otherwise the permissions of the workflow. */
const permissionsOf = ({ permissions = {} }: Workflow, job: Workflow['jobs'][string]) => job.permissions ?? permissions;

// GitHub rejects the whole run, before its first job, if a called workflow requests more permissions than its caller has.
test('a called workflow requests only permissions that the calling job has', () => {
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
        .map(([scope, level]) => `${caller} lacks ${scope}: ${level}, which ${name} requests`),
    ),
  );
  expect(missing).toEqual([]);
});

test('only one job has an identity that npm accepts, and it has no other write permission', () => {
  const identities = workflows.flatMap(([file, workflow]) =>
    Object.entries(workflow.jobs).flatMap(([name, job]) => {
      const own = permissionsOf(workflow, job);
      return own['id-token'] === 'write' ? [{ file, name, own }] : [];
    }),
  );
  const own = { contents: 'read', 'id-token': 'write' };
  expect(identities).toEqual([{ file: '.github/workflows/release.yml', name: 'publish', own }]);
});

test('the job that runs the code of a pull request has no write permission', () => {
  const [, workflow] = workflows.find(([file]) => file.endsWith('test.yml')) ?? [];
  expect(workflow && permissionsOf(workflow, workflow.jobs.gate ?? {})).toEqual({ contents: 'read' });
});

// Downloading a missing artifact fails. The job would then fail in addition to the job that explains the failure.
test('a job that downloads an artifact runs only if another job uploaded the artifact', () => {
  const downloads = workflows.flatMap(([, { jobs }]) =>
    Object.values(jobs).flatMap((job) =>
      (job.steps ?? []).flatMap((step) => (step.uses?.includes('/download-artifact@') ? [{ jobs, job, step }] : [])),
    ),
  );
  expect(downloads).not.toEqual([]);
  for (const { jobs, job, step } of downloads) {
    const [, from = '', output = ''] = /needs\.(\w+)\.outputs\.(\w+) != ''/.exec(job.if ?? '') ?? [];
    const upload = jobs[from]?.steps?.find((one) => one.uses?.includes('/upload-artifact@'));
    expect(upload?.with?.name).toBe(step.with?.name);
    expect(jobs[from]?.outputs?.[output]).toBe(`\${{ steps.${upload?.id}.outputs.artifact-id }}`);
  }
});

test('SECURITY.md lists the permissions of each job', () => {
  const rows = readFileSync(join(root, 'SECURITY.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const [head = [], , ...stated] = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const scopes = head.slice(2);
  const real = workflows.flatMap(([file, workflow]) =>
    Object.entries(workflow.jobs).map(([name, job]) => {
      const own = permissionsOf(workflow, job);
      expect(Object.keys(own).filter((scope) => !scopes.includes(scope))).toEqual([]);
      return [basename(file, '.yml'), name, ...scopes.map((scope) => own[scope] ?? '')];
    }),
  );
  expect(stated.toSorted()).toEqual(real.toSorted());
});

const COMMIT = '8e8c483db84b4bee98b60c0593521ed34d9990e8';

test.each([
  ['a tag', 'actions/setup-node@v6', 'pin it'],
  ['a commit without its version', `actions/setup-node@${COMMIT}`, 'pin it'],
  ['an unsupported runtime', `actions/setup-node@${COMMIT} # v4.4.0`, 'use v5 or newer'],
  ['an action that is not in the list', `some/action@${COMMIT} # v1.0.0`, 'unknown action'],
  ['an action that pushes without a token', `changesets/action@${COMMIT} # v2.1.1`, 'github-token'],
  ['a checkout that keeps the token', `actions/checkout@${COMMIT} # v6.0.1`, 'persist-credentials: false'],
])('%s is rejected in a workflow', (_, uses, complaint) => {
  expect(actionComplaints(`steps:\n  - uses: ${uses}\n  - run: x`)).toEqual([expect.stringContaining(complaint)]);
});

test('a pinned action with a supported runtime is accepted', () => {
  const checkout = `actions/checkout@${COMMIT} # v6.0.1\n    with:\n      persist-credentials: false`;
  expect(actionComplaints(`steps:\n  - uses: ${checkout}\n  - uses: ./.github/actions/setup`)).toEqual([]);
});
