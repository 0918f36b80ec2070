import type { Impact } from '../comparison/change.ts';

/** The part of the version that differs between two; undefined if they are equal or the later one is lower. */
export function bumpBetween(from: string, to: string): Impact | undefined {
  const [old, fresh] = [numbers(from), numbers(to)];
  const index = fresh.findIndex((number, at) => number !== old[at]);
  if (index < 0 || (fresh[index] ?? 0) < (old[index] ?? 0)) return undefined;
  return (['major', 'minor', 'patch'] as const)[index];
}

/** The bump that an impact needs: below 1.0.0 a breaking change needs minor (Semantic Versioning 2.0.0, 4). */
export const neededBump = (impact: Impact, version: string): Impact =>
  impact === 'major' && version.startsWith('0.') ? 'minor' : impact;

/** Sorts versions, the lowest first; a pre-release stands before its release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)];
  const index = left.findIndex((number, at) => number !== right[at]);
  if (index >= 0) return (left[index] ?? 0) - (right[index] ?? 0);
  return Number(b.includes('-')) - Number(a.includes('-'));
}

const numbers = (version: string): number[] => version.split(/[-+]/)[0]?.split('.').map(Number) ?? [];
