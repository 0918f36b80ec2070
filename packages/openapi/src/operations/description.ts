/** The parts of an operation description, with white space collapsed. */
export interface OperationDescription {
  /** Paragraphs about the operation, without the paragraph about the next request. */
  about: string[];
  /** The paragraph `Next: …` about the requests that usually follow; undefined if it is absent. */
  next: string | undefined;
}

/**
 * Splits an operation description into its parts.
 * @param description paragraphs, in Markdown
 */
export function operationDescription(description: string): OperationDescription {
  const paragraphs = description.split(/\n{2,}/).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const isNext = (text: string) => text.startsWith('Next: ');
  return { about: paragraphs.filter((text) => text !== '' && !isNext(text)), next: paragraphs.find(isNext) };
}
