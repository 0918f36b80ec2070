/** More differences make another word of it. */
const MOST_EDITS = 2;

/** The name that a mistyped one was meant for: the one with the fewest letters to change, or undefined. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const [first] = names
    .map((name) => ({ name, edits: editsBetween(typed, name) }))
    .filter(({ name, edits }) => edits <= MOST_EDITS && edits < name.length)
    .toSorted((a, b) => a.edits - b.edits);
  return first?.name;
}

/** Levenshtein distance, row by row. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const letter of from) {
    const next = [(row[0] ?? 0) + 1];
    for (const [at, other] of [...to].entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
