/** The parts of the description of an operation. White space is folded. */
export interface OperationDescription {
  /** Paragraphs about the operation, without the paragraph about the next request. */
  about: string[];
  /** The paragraph `Next: …`, about the requests that usually follow; undefined if there is none. */
  next: string | undefined;
}

/**
 * Splits the description of an operation.
 * @param description paragraphs, in Markdown
 */
export function operationDescription(description: string): OperationDescription {
  const paragraphs = description.split(/\n{2,}/).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const isNext = (text: string) => text.startsWith('Next: ');
  return { about: paragraphs.filter((text) => text !== '' && !isNext(text)), next: paragraphs.find(isNext) };
}
