import type { ProgramResult } from '@vehicle-lookup/testing';
import { directoryWith, documentWith, gate, gateReport, git, write } from './gate.ts';

export const NAME: string = '@example/contract';
export const MEMBERS: Record<string, string> = { code: 'string', state: 'string' };
export const manifest = (version: string): string =>
  JSON.stringify({ name: NAME, version, files: ['openapi.json', 'changes'] });
export const changeset = (bump: string): string => `---\n'${NAME}': ${bump}\n---\n\nA change.\n`;
export const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A repository whose contract was released as 1.0.0, on a branch that has changed nothing yet. */
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

/** A field of the response is removed. */
export const breakIt = (root: string, version = '1.0.0'): void =>
  write(root, { 'openapi.json': documentWith({ code: 'string' }, version) });

/** What the gate decides: the codes of its problems, and how many changes fail. */
export interface Verdict {
  exitCode: number;
  problems: string[];
  fails: number;
}

export const codes = async (root: string, ...args: string[]): Promise<Verdict> => {
  const { exitCode, problems, changes } = await gateReport(root, 'check', ...args);
  return { exitCode, problems: problems.map(({ code }) => code), fails: changes.filter(({ fails }) => fails).length };
};

/** Accepts the first breaking change. */
export const acknowledge = async (
  root: string,
  expires: string = day(30),
): Promise<ProgramResult & { fingerprint: string }> => {
  const { changes } = await gateReport(root, 'check');
  const [{ fingerprint = '' } = {}] = changes.filter(({ impact }) => impact === 'major');
  const text = ['--reason', 'no client reads it', '--owner', 'the team', '--expires', expires];
  return { fingerprint, ...(await gate(root, 'acknowledge', fingerprint, ...text)) };
};
