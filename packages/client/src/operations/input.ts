/** Reads an argument of an operation. */
export interface InputReader {
  /** Returns undefined for a wrong argument. */
  read(value: unknown): unknown;
  /** What is expected, for the message about a wrong one. */
  expected: string;
}

/** A text that matches the pattern, without blanks around it; in capitals if the pattern ignores case. */
export const text = (pattern: RegExp, expected: string): InputReader => ({
  read(value) {
    if (typeof value !== 'string' || !pattern.test(value.trim())) return undefined;
    return (pattern.ignoreCase ? value.toUpperCase() : value).trim();
  },
  expected,
});

/** An integer within bounds, as a number. */
export const integer = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): InputReader => ({
  read: (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= minimum && value <= maximum
      ? value
      : undefined,
  expected: `an integer from ${minimum} to ${maximum}`,
});

/** An argument that may be left out. It is read as null, which is not sent. */
export const optional = ({ read, expected }: InputReader): InputReader => ({
  read: (value) => (value === undefined ? null : read(value)),
  expected,
});
