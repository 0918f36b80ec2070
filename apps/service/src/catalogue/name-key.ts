/**
 * The key of a display name: two names are the same if their keys are (assumption name-matching). It changes the case
 * twice, so that `ẞ` and `ß` match `SS`, and both forms of a small sigma match: the closest to case folding in JavaScript.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim();
}
