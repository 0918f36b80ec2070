import { chmodSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { type Environment, outsideEnvironment, temporaryDirectory } from '@vehicle-lookup/testing';
import { runScript } from '../support/script.ts';
import { type Context, evaluate, holds, type Runner, readYaml, runSteps, type Step } from '../support/workflow.ts';

/** What release.yml names and only GitHub has, with what stands for it here. All else is run as it stands in the file. */
const LEFT_OUT = {
  'job test': 'this test would run itself; of its tasks, those that judge a release are run: drift and gate',
  'actions/checkout':
    'each job starts in a clone without what others left in it, but for links to packages: they take long to delete',
  'actions/setup-node': 'the Node.js of this process is the first on PATH',
  'changesets/action':
    'its script is run, and its result goes to main, as it does when somebody merges the pull request',
  NPM_CONFIG_PROVENANCE: 'false: npm writes it from an identity that only GitHub gives',
  GITHUB_TOKEN: 'empty: git pushes to a repository of this machine, and gh is a program that prints its arguments',
};
const isLeftOut = (name: string): boolean => Object.hasOwn(LEFT_OUT, name);

interface Job {
  if?: string;
  uses?: string;
  steps?: Step[];
  outputs?: Record<string, string>;
}

/** A repository that others clone and push to, and the machine on which its workflow runs. */
export interface Remote {
  /** The clone of this machine, with a commit as its main branch, without what was left in it but for links to packages. */
  checkOut(commit?: string): Promise<string>;
  /** Commits everything in the clone to main. */
  push(message: string): Promise<void>;
  env: Environment;
}

/** Puts a repository's sources, as they are, into a remote repository. */
export async function remoteOf(sources: string): Promise<Remote> {
  const [address, machine] = [temporaryDirectory(), temporaryDirectory()];
  const bin = join(machine, 'bin');
  mkdirSync(bin);
  const write = (name: string, lines: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  // There is no release yet; each is created.
  write('gh', '[ "$2" != view ] && echo gh "$@"');
  const env = {
    // GitHub sets it; pnpm and turbo read it.
    CI: 'true',
    NPM_CONFIG_PROVENANCE: 'false',
    REMOTE: address,
    // What is installed globally stays in the machine of this test; what its jobs build, they share.
    npm_config_prefix: machine,
    TURBO_CACHE_DIR: join(machine, 'turbo'),
    PATH: [bin, dirname(process.execPath), outsideEnvironment().PATH].join(delimiter),
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) => [
        [`GIT_${who}_NAME`, 'Somebody'],
        [`GIT_${who}_EMAIL`, 'somebody@example.com'],
      ]),
    ),
  };
  const clone = join(machine, 'clone');
  const checkOut = async (commit = 'origin/main') => {
    // Tags that were not pushed are pruned; v1 moves.
    await must(
      `git fetch --quiet --force --prune --prune-tags && git checkout --quiet --force -B main ${commit}`,
      clone,
      env,
    );
    await must('git clean --quiet -xfd --exclude node_modules', clone, env);
    return clone;
  };
  const commit = (message: string) =>
    `git add . && git commit --quiet --message '${message}' && git push --quiet origin HEAD:main`;
  const push = async (message: string) => void (await must(commit(message), clone, env));
  await must(`git init --quiet --bare --initial-branch main ${address}`, machine, env);
  await must(`git init --quiet --initial-branch main && git remote add origin ${address}`, sources, env);
  await must(commit('the sources'), sources, env);
  await must(`git clone --quiet ${address} ${clone}`, machine, env);
  return { env, checkOut, push };
}

/** Runs release.yml as a push to main does: its jobs in order. @throws with the log of a job that failed */
export async function runRelease(remote: Remote): Promise<Record<string, string>> {
  const { jobs } = readYaml<{ jobs: Record<string, Job> }>('.github/workflows/release.yml');
  const logs: Record<string, string> = {};
  let context: Context = {};
  const commit = await must('git rev-parse HEAD', await remote.checkOut(), remote.env);
  for (const [name, { if: condition, uses, steps = [], outputs }] of Object.entries(jobs)) {
    if (!holds(condition, context)) continue;
    const clone = await remote.checkOut(commit.trim());
    const runner: Runner = {
      env: remote.env,
      runForeign: (action, inputs, cwd) => runForeign(remote, action, inputs, cwd),
    };
    const unknown = steps.flatMap(({ env = {} }) => Object.keys(env)).filter((variable) => !isLeftOut(variable));
    if (unknown.length > 0) throw new Error(`release.yml: ${unknown}: say in LEFT_OUT what stands for it`);
    const setUp: Step = { uses: './.github/actions/setup', with: { cache: 'false' } };
    const judge: Step = { run: 'node scripts/compile.ts && pnpm exec turbo run drift gate --output-logs=errors-only' };
    if (uses && !isLeftOut(`job ${name}`))
      throw new Error(`release.yml: job ${name}: say in LEFT_OUT what stands for it`);
    const done = await runSteps(uses ? [setUp, judge] : steps, context, clone, runner);
    if (done.code !== 0) throw new Error(`release.yml: the job ${name} failed:\n${done.log}`);
    logs[name] = done.log;
    context = { ...context, [`needs.${name}.outputs`]: evaluate(outputs, done.context) };
  }
  return logs;
}

async function runForeign(remote: Remote, uses: string, inputs: Record<string, string>, cwd: string): Promise<void> {
  const [action = ''] = uses.split('@');
  if (!isLeftOut(action)) throw new Error(`release.yml: ${uses}: say in LEFT_OUT what stands for it`);
  if (action !== 'changesets/action' || waiting(cwd).length === 0) return;
  await must(inputs['version-script'] ?? '', cwd, remote.env);
  await remote.push('versions');
}

const waiting = (cwd: string): string[] => globSync('.changeset/*.md', { cwd, exclude: ['**/README.md'] });

/** Runs a script as a step of a job does. @throws with its log when it fails */
export async function must(script: string, cwd: string, env: Environment): Promise<string> {
  const { code, log } = await runScript(script, env, cwd);
  if (code !== 0) throw new Error(`${script}: ${log}`);
  return log;
}
