import { chmodSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { type Environment, outsideEnvironment, temporaryDirectory } from '@vehicle-lookup/testing';
import { runScript } from '../support/script.ts';
import { type Context, evaluate, holds, type Runner, readYaml, runSteps, type Step } from '../support/workflow.ts';

/** Parts of release.yml that only GitHub provides, with their replacements in this test. All other parts are run unchanged. */
const LEFT_OUT = {
  'job test': 'this test would run itself; only the tasks drift and gate are run, which verify a release',
  'actions/checkout':
    'each job starts in a clean clone, which keeps only the links to packages, because deleting them is slow',
  'actions/setup-node': 'the Node.js of this process is the first on PATH',
  'changesets/action': 'its script is run, and the result is pushed to main, as if the pull request were merged',
  NPM_CONFIG_PROVENANCE: 'false: npm derives the provenance from an identity that only GitHub provides',
  GITHUB_TOKEN: 'empty: git pushes to a local repository, and gh is a program that prints its arguments',
};
const isLeftOut = (name: string): boolean => Object.hasOwn(LEFT_OUT, name);

interface Job {
  if?: string;
  uses?: string;
  steps?: Step[];
  outputs?: Record<string, string>;
}

/** A remote repository, and the machine on which its workflow runs. */
export interface Remote {
  /** Checks out a commit as the main branch of the clone, and removes all other files except links to packages. */
  checkOut(commit?: string): Promise<string>;
  /** Commits all changes in the clone and pushes them to main. */
  push(message: string): Promise<void>;
  env: Environment;
}

/** Pushes sources unchanged to a new remote repository. */
export async function remoteOf(sources: string): Promise<Remote> {
  const [address, machine] = [temporaryDirectory(), temporaryDirectory()];
  const bin = join(machine, 'bin');
  mkdirSync(bin);
  const write = (name: string, lines: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  // Releases do not exist yet, so that each release is created.
  write('gh', '[ "$2" != view ] && echo gh "$@"');
  const env = {
    // GitHub sets this variable, and pnpm and turbo read it.
    CI: 'true',
    NPM_CONFIG_PROVENANCE: 'false',
    REMOTE: address,
    // Global installations stay in the directory of this test. The jobs share their build results.
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
    // Remove tags that were not pushed, and allow v1 to move.
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

/** Runs the jobs of release.yml in order, as a push to main does. @throws Error with the log of a failed job */
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
    if (unknown.length > 0) throw new Error(`release.yml: ${unknown}: explain its replacement in LEFT_OUT`);
    const setUp: Step = { uses: './.github/actions/setup', with: { cache: 'false' } };
    const judge: Step = { run: 'node scripts/compile.ts && pnpm exec turbo run drift gate --output-logs=errors-only' };
    if (uses && !isLeftOut(`job ${name}`))
      throw new Error(`release.yml: job ${name}: explain its replacement in LEFT_OUT`);
    const done = await runSteps(uses ? [setUp, judge] : steps, context, clone, runner);
    if (done.code !== 0) throw new Error(`release.yml: the job ${name} failed:\n${done.log}`);
    logs[name] = done.log;
    context = { ...context, [`needs.${name}.outputs`]: evaluate(outputs, done.context) };
  }
  return logs;
}

async function runForeign(remote: Remote, uses: string, inputs: Record<string, string>, cwd: string): Promise<void> {
  const [action = ''] = uses.split('@');
  if (!isLeftOut(action)) throw new Error(`release.yml: ${uses}: explain its replacement in LEFT_OUT`);
  if (action !== 'changesets/action' || waiting(cwd).length === 0) return;
  await must(inputs['version-script'] ?? '', cwd, remote.env);
  await remote.push('versions');
}

const waiting = (cwd: string): string[] => globSync('.changeset/*.md', { cwd, exclude: ['**/README.md'] });

/** Runs a script like a job step. @throws Error with the log if the script fails */
export async function must(script: string, cwd: string, env: Environment): Promise<string> {
  const { code, log } = await runScript(script, env, cwd);
  if (code !== 0) throw new Error(`${script}: ${log}`);
  return log;
}
