const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:const )?(?:type|interface|class|enum) (?<name>\w+)(?=[ <=])/gm;

/** Whether a place is inside a template, which a generator emits: an odd number of backticks is before it. */
const isEmitted = (text: string, index: number): boolean =>
  text.slice(0, index).replaceAll('\\`', '').split('`').length % 2 === 0;

/** The names of the types, interfaces, classes and enums that a source file declares and exports. */
const declaredTypes = (text: string): string[] =>
  [...text.matchAll(DECLARATION)]
    .filter(({ index }) => !isEmitted(text, index))
    .map(({ groups }) => groups?.name ?? '');

/**
 * Type names that more than one file exports, each with its files. A file that passes a type on does not declare it.
 * @param sources file, from the repository's root → text
 */
export function ambiguousTypes(sources: Map<string, string>): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const [file, text] of sources) {
    for (const name of declaredTypes(text)) files.set(name, [...(files.get(name) ?? []), file]);
  }
  return new Map([...files].filter(([, declaring]) => declaring.length > 1));
}
