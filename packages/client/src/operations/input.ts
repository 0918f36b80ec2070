/** Reads an argument of an operation. */
export interface InputReader {
  /** Returns undefined for a wrong argument. */
  read(value: unknown): unknown;
  /** What is expected, for the message about a wrong one. */
  expected: string;
  /** What is wrong with a wrong argument, if more can be said than its type and length. */
  found?(value: unknown): string | undefined;
}

/**
 * A text that matches the pattern, without blanks around it; in capitals if the pattern ignores case.
 * @param wrong matches a character that no such text has
 * @param unused the letters among these characters, as a list for people
 */
export const text = (pattern: RegExp, expected: string, wrong?: RegExp, unused?: string): InputReader => ({
  read(value) {
    if (typeof value !== 'string' || !pattern.test(value.trim())) return undefined;
    return (pattern.ignoreCase ? value.toUpperCase() : value).trim();
  },
  expected,
  found(value) {
    const found = wrong && typeof value === 'string' && wrong.exec(value.trim());
    if (!found) return undefined;
    const [sign] = found;
    const isLetter = unused?.includes(sign.toUpperCase());
    // One character of a secret in the wrong place tells nothing.
    return `${JSON.stringify(sign)} at position ${found.index + 1}${isLetter ? `; ${unused} are not used` : ''}`;
  },
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
export const optional = (reader: InputReader): InputReader => ({
  ...reader,
  read: (value) => (value === undefined ? null : reader.read(value)),
});
