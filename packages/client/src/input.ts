/** How an argument is read: undefined when it is not what the document expects, and what that is. */
export type Input = readonly [read: (value: unknown) => unknown, expected: string];

/** A text, without blanks around it, that matches the pattern; in capitals where the pattern ignores case. */
export const text = (pattern: RegExp, expected: string): Input => [
  (value) =>
    typeof value === 'string' && pattern.test(value.trim())
      ? (pattern.ignoreCase ? value.toUpperCase() : value).trim()
      : undefined,
  expected,
];

export const integer = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): Input => [
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum ? value : undefined,
  `an integer from ${minimum} to ${maximum}`,
];

/** One that may be left out; what is null is not sent. */
export const optional = ([read, expected]: Input): Input => [
  (value) => (value === undefined ? null : read(value)),
  expected,
];
