import semver from 'semver';
import type { Impact } from '../comparison/change.ts';

/** Returns the bump from one version to another; undefined if the second version is not higher. */
export function bumpBetween(from: string, to: string): Impact | undefined {
  const part = isOlder(from, to) ? semver.diff(from, to) : null;
  // A pre-release of the next minor version is a minor bump.
  const raised = part?.replace(/^pre(?=major|minor|patch)/, '').replace('prerelease', 'patch');
  return (['major', 'minor', 'patch'] as const).find((one) => one === raised);
}

/** Returns the bump that an impact requires. Below 1.0.0, a breaking change requires a minor bump (Semantic Versioning 2.0.0, 4). */
export const neededBump = (impact: Impact, version: string): Impact =>
  impact === 'major' && semver.satisfies(version, '<1.0.0', { includePrerelease: true }) ? 'minor' : impact;

/** Returns the highest valid version; undefined if no version is valid. */
export const highestVersion = (versions: readonly string[]): string | undefined =>
  versions
    .filter((version) => semver.valid(version))
    .sort(semver.compare)
    .at(-1);

/** Returns whether a version is lower than another; false if one of them is invalid. */
export const isOlder = (version: string, other: string): boolean =>
  semver.valid(version) !== null && semver.valid(other) !== null && semver.lt(version, other);
