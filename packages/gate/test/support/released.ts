import type { ProgramResult } from '@vehicle-lookup/testing';
import { directoryWith, documentWith, gate, gateReport, git, write } from './gate.ts';

export const NAME: string = '@example/contract';
export const MEMBERS: Record<string, string> = { code: 'string', state: 'string' };
export const manifest = (version: string): string =>
  JSON.stringify({ name: NAME, version, files: ['openapi.json', 'changes'] });
export const changeset = (bump: string): string => `---\n'${NAME}': ${bump}\n---\n\nA change.\n`;
export const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Creates a repository with a released contract, on a branch without changes. */
export async function released(version = '1.0.0'): Promise<string> {
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

/** Removes a field from the response. */
export const breakIt = (root: string, version = '1.0.0'): void =>
  write(root, { 'openapi.json': documentWith({ code: 'string' }, version) });

/** Result of the gate: the exit code, the problem codes, and the number of failed changes. */
export interface Verdict {
  exitCode: number;
  problems: string[];
  fails: number;
}

export const codes = async (root: string, ...args: string[]): Promise<Verdict> => {
  const { exitCode, problems, changes } = await gateReport(root, 'check', ...args);
  return { exitCode, problems: problems.map(({ code }) => code), fails: changes.filter(({ fails }) => fails).length };
};

/** Acknowledges the first breaking change. */
export const acknowledge = async (
  root: string,
  expires: string = day(30),
): Promise<ProgramResult & { fingerprint: string }> => {
  const { changes } = await gateReport(root, 'check');
  const [{ fingerprint = '' } = {}] = changes.filter(({ impact }) => impact === 'major');
  const text = ['--reason', 'no client reads it', '--owner', 'the team', '--expires', expires];
  return { fingerprint, ...(await gate(root, 'acknowledge', fingerprint, ...text)) };
};
