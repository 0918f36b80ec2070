import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bin, type ProgramResult, run, runCommand } from '@vehicle-lookup/testing';
import { changedFiles, copyRepository, type Files, readFiles } from '../support/copy-repository.ts';
import { rebuild } from '../support/rebuild.ts';

/** A change that CONTRIBUTING.md describes step by step. */
export interface Recipe {
  /** The files that the recipe adds. */
  added?: Record<string, string>;
  /** The replacements in changed files. */
  edited?: Record<string, readonly (readonly [before: string, after: string])[]>;
}

/** A copy of the repository after following a recipe and generating all files. */
export interface Followed {
  copy: string;
  /** The files that differ, except generated files. */
  written: string[];
  /** The files that the recipe lists. */
  listed: string[];
}

/** Follows a recipe in a copy of the repository, after releasing its original state, and generates all files. */
export async function follow({ added = {}, edited = {} }: Recipe): Promise<Followed> {
  const copy = copyRepository();
  await release(copy);
  const before: Files = readFiles(copy);
  for (const [file, text] of Object.entries(added)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text);
  }
  for (const [file, replacements] of Object.entries(edited)) edit(join(copy, file), replacements);
  await rebuild(copy);
  const written = changedFiles(before, readFiles(copy)).filter((file) => !isGenerated(file));
  return { copy, written, listed: [...Object.keys(added), ...Object.keys(edited)].sort() };
}

const isGenerated = (file: string): boolean =>
  file.includes('.gen.') ||
  file.startsWith('packages/client/python/src/') ||
  file === 'apps/service/demo/catalogue.ndjson';

function edit(file: string, replacements: readonly (readonly [string, string])[]): void {
  let text = readFileSync(file, 'utf8');
  for (const [before, after] of replacements) {
    if (!text.includes(before))
      throw new Error(`${file}: expected ${JSON.stringify(before)}; update this edit in the recipe`);
    text = text.replace(before, () => after);
  }
  writeFileSync(file, text);
}

/** Turns a copy into a separate repository with a released document. */
async function release(copy: string): Promise<void> {
  const git = async (...args: string[]) => {
    const { code, err } = await runCommand(['git', ...args], { cwd: copy });
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${err}`);
  };
  // Ignore the links of the package manager, which are not sources.
  writeFileSync(join(copy, '.gitignore'), `${readFileSync(join(copy, '.gitignore'), 'utf8')}\nnode_modules\n`);
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('config', 'user.name', 'Somebody');
  await git('config', 'user.email', 'somebody@example.com');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'the sources');
  await git('tag', '@vehicle-lookup/spec@0.1.0');
  await git('checkout', '--quiet', '-b', 'change');
}

/** Runs the gate of this repository on a copy. */
export const gate = (copy: string, ...args: string[]): Promise<ProgramResult> => run(bin('gate'), args, { cwd: copy });
