import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textsAt } from '../git.ts';
import { fixedGroups } from './changesets.ts';
import { packageOf, packagesShowing, workspacePackages } from './workspace.ts';

/** A recorded change: the fields that are announced. */
interface RecordedChange {
  impact?: unknown;
  what?: unknown;
  operations?: unknown;
}

/**
 * Writes what breaks callers first in the CHANGELOG of every package that shows the contract and gets a version now: one that the
 * last commit does not have.
 * @param version of the contract
 */
export function announceBreaks(root: string, version: string, recorded: readonly RecordedChange[]): void {
  const packages = workspacePackages(root);
  const own = packageOf(packages, 'spec/openapi.yaml');
  const breaks = recorded.filter(({ impact }) => impact === 'major');
  if (breaks.length === 0 || !own) return;
  const lines = breaks.map(
    ({ what, operations }) => `- ${what}${operations ? ` (${[operations].flat().join(', ')})` : ''}`,
  );
  const text = `### Breaking: the contract ${version}\n\n${[...new Set(lines)].join('\n')}\n`;
  const shown = packagesShowing(own, packages, fixedGroups(root)).filter(({ isPrivate }) => !isPrivate);
  const manifestOf = (directory: string) => `${directory}/package.json`;
  const before = textsAt(
    root,
    'HEAD',
    shown.map(({ directory }) => manifestOf(directory)),
  );
  for (const one of shown) {
    if (JSON.parse(before.get(manifestOf(one.directory)) ?? '{}').version === one.version) continue;
    const file = join(root, one.directory, 'CHANGELOG.md');
    const heading = `## ${one.version}\n`;
    const log = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (log.includes(heading))
      writeFileSync(
        file,
        log.replace(heading, () => `${heading}\n${text}`),
      );
  }
}
