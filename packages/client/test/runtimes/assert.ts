const json = (value: unknown): string => JSON.stringify(value) ?? String(value);

/** @throws Error with both values when they are not the same JSON */
export function equal(got: unknown, expected: unknown): void {
  if (json(got) !== json(expected)) throw new Error(`expected ${json(expected)}, got ${json(got)}`);
}

/** All texts of a value that a runtime may print: its own properties, those of its causes, and its string forms. */
export function textOf(value: unknown, seen: Set<unknown> = new Set()): string {
  if (typeof value !== 'object' || value === null || seen.has(value)) return String(value);
  seen.add(value);
  const names = [...Object.getOwnPropertyNames(value), 'name', 'message', 'stack', 'cause'];
  const members = names.map((name) => `${name}: ${textOf((value as Record<string, unknown>)[name], seen)}`);
  const pairs = value instanceof Headers ? [...value].map(String) : [];
  return [String(value), JSON.stringify(value), ...pairs, ...members, inspect(value)].join('\n');
}

interface Inspector {
  inspect(value: unknown): string;
}

/** The value as the console of Bun or Deno prints it; empty in other runtimes. */
const inspect = (value: unknown): string => {
  const { Bun, Deno } = globalThis as { Bun?: Inspector; Deno?: Inspector };
  return (Bun ?? Deno)?.inspect(value) ?? '';
};
