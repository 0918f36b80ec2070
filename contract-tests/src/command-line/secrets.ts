/** Every secret of this process, as soon as it is known: nothing is printed that holds one. */
const known = new Set<string>();

export const secrets = (): readonly string[] => [...known];

export function addSecrets(values: Iterable<string>): void {
  for (const value of values) known.add(value);
}
