import type { Explanation } from '@vehicle-lookup/findings';
import { PLAIN_CODES } from '../comparison/engine-rating.ts';
import { ENGINE_RULES } from '../comparison/engine-rules.ts';
import { PROBLEMS } from '../release/problems.ts';
import { loadRules } from '../rules/index.ts';

/** Every code that a report may carry, by name. */
export async function explanations(): Promise<Explanation[]> {
  const engine = Object.entries(ENGINE_RULES).map(([code, { title, why, next }]) => ({
    code,
    title,
    text: `${why}\n${next}\nFound by redocly diff; major.`,
  }));
  const own = [...(await loadRules())].map(([code, { title, text }]) => ({ code, title, text }));
  const plain = Object.entries({ ...PLAIN_CODES, ...PROBLEMS }).map(([code, meaning]) => ({ code, ...meaning }));
  // A rule of our own with the name of the engine's says more.
  const all = new Map([...engine, ...plain, ...own].map((one) => [one.code, one]));
  return [...all.values()].sort((a, b) => a.code.localeCompare(b.code, 'en'));
}
