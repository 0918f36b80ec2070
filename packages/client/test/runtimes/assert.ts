/** A value as it is compared and shown, and the same in every runtime. */
const shown = (value: unknown): string => JSON.stringify(value) ?? String(value);

/** @throws when the values are not the same JSON; says both */
export function equal(got: unknown, expected: unknown): void {
  if (shown(got) !== shown(expected)) throw new Error(`expected ${shown(expected)}, got ${shown(got)}`);
}

/** Everything that a runtime can show of a value: every property of its own, those of its causes, and its texts. */
export function textOf(value: unknown, seen: Set<unknown> = new Set()): string {
  if (typeof value !== 'object' || value === null || seen.has(value)) return String(value);
  seen.add(value);
  const names = [...Object.getOwnPropertyNames(value), 'name', 'message', 'stack', 'cause'];
  const members = names.map((name) => `${name}: ${textOf((value as Record<string, unknown>)[name], seen)}`);
  const pairs = value instanceof Headers ? [...value].map(String) : [];
  return [String(value), JSON.stringify(value), ...pairs, ...members, inspected(value)].join('\n');
}

interface Inspecting {
  Bun?: { inspect(value: unknown): string };
  Deno?: { inspect(value: unknown): string };
}

/** As the runtime's own console prints it, where there is a way to ask. */
const inspected = (value: unknown): string => {
  const { Bun, Deno } = globalThis as Inspecting;
  return (Bun ?? Deno)?.inspect(value) ?? '';
};
