/**
 * What two writings of a name have in common: two names are the same when their keys are (assumption name-matching).
 * There and back through the cases, so that `ẞ` and `ß` meet `SS` and both forms of a small sigma meet: the case folding
 * that JavaScript has.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim();
}
