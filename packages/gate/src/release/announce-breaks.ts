import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textsAt } from '../git.ts';
import { fixedGroups } from './changesets.ts';
import { packageOf, packagesShowing, workspacePackages } from './workspace.ts';

/** The fields of a recorded change that are announced. */
interface RecordedChange {
  impact?: unknown;
  what?: unknown;
  operations?: unknown;
}

/**
 * Adds the breaking changes to the CHANGELOG of every package that exposes the contract, directly below the heading for the new version.
 * Packages with the same version as in the last commit are skipped.
 * @param version the version of the contract
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
