import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  canStartPostgresql,
  chromiumOptions,
  installPackages,
  root,
  runCommand,
  unpackedPostgresql,
} from '@vehicle-lookup/testing/scripts';

// What the tests need beyond the workspace is there, or named, before any of them starts.
try {
  chromiumOptions();
  if (canStartPostgresql()) unpackedPostgresql();
  installPackages(join(root, 'spec/test/third-party'));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

const reason = await whyNotComparable();
if (reason) console.log(`Changesets are not checked: ${reason}.`);
else {
  const { code } = await runCommand(['changeset', 'status'], { cwd: root, output: 'terminal' });
  process.exitCode = code === 0 ? 0 : 1;
}

/** `changeset status` compares with the base branch: it needs git, a repository and that branch. */
async function whyNotComparable(): Promise<string | undefined> {
  if (!existsSync(join(root, '.git'))) return 'this is not a git repository';
  const { baseBranch } = JSON.parse(readFileSync(join(root, '.changeset/config.json'), 'utf8'));
  const command = ['git', 'merge-base', baseBranch, 'HEAD'];
  const { code, err } = await runCommand(command, { cwd: root }).catch(() => ({
    code: 1,
    err: 'git is not installed',
  }));
  return code === 0 ? undefined : `no comparison with the branch ${baseBranch} (${err.trim().split('\n')[0]})`;
}
