/** How to read an argument: a function that returns undefined for a wrong one, and a text that says what is expected. */
export type Input = readonly [read: (value: unknown) => unknown, expected: string];

/** A text that matches the pattern, without blanks around it; in capitals if the pattern ignores case. */
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

/** An argument that may be left out. It is read as null, which is not sent. */
export const optional = ([read, expected]: Input): Input => [
  (value) => (value === undefined ? null : read(value)),
  expected,
];
