import semver from 'semver';
import type { Impact } from '../comparison/change.ts';

/** The part of the version that differs between two; undefined if they are equal or the later one is lower. */
export function bumpBetween(from: string, to: string): Impact | undefined {
  const part = isOlder(from, to) ? semver.diff(from, to) : null;
  // A pre-release of the next minor version raises minor.
  const raised = part?.replace(/^pre(?=major|minor|patch)/, '').replace('prerelease', 'patch');
  return (['major', 'minor', 'patch'] as const).find((one) => one === raised);
}

/** The bump that an impact needs: below 1.0.0 a breaking change needs minor (Semantic Versioning 2.0.0, 4). */
export const neededBump = (impact: Impact, version: string): Impact =>
  impact === 'major' && semver.satisfies(version, '<1.0.0', { includePrerelease: true }) ? 'minor' : impact;

/** The highest of several versions; undefined if none is one. */
export const highestVersion = (versions: readonly string[]): string | undefined =>
  versions
    .filter((version) => semver.valid(version))
    .sort(semver.compare)
    .at(-1);

/** Whether a version comes before another one; false where one of them is not a version. */
export const isOlder = (version: string, other: string): boolean =>
  semver.valid(version) !== null && semver.valid(other) !== null && semver.lt(version, other);
