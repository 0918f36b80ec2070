/**
 * A typed word for a message: a name or a path. Anything else may be a key in the wrong place and is not repeated.
 */
export const typed = (word: string): string =>
  /^[\w.@^~-]{1,20}$/.test(word) || /^[\w.@/\\^~: -]*[./\\][\w.@/\\^~: -]*$/.test(word)
    ? word
    : '(not shown, because it may be a secret)';
