/** What the description of an operation says. White space is folded. */
export interface OperationDescription {
  /** Paragraphs about the operation, without the one about its request. */
  about: string[];
  /** The rest of the paragraph `Request: …`: what to send before or next. undefined: there is no such paragraph. */
  next: string | undefined;
}

/**
 * Splits the description of an operation. Whoever makes the request by itself, such as a page or a method, leaves out the
 * sentence that shows it.
 * @param description paragraphs, in Markdown
 */
export function operationDescription(description: string): OperationDescription {
  const paragraphs = description.split(/\n{2,}/).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const isRequest = (text: string) => text.startsWith('Request: ');
  return {
    about: paragraphs.filter((text) => text !== '' && !isRequest(text)),
    next: paragraphs.find(isRequest)?.replace(/^Request: .*?\.( |$)/, ''),
  };
}
