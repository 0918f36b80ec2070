/** Reads an argument of an operation. */
export interface InputReader {
  /** Returns undefined for an invalid argument. */
  read(value: unknown): unknown;
  /** A description of valid arguments, for the error message. */
  expected: string;
  /** The error of an invalid argument, if it can be described better than by type and length. */
  found?(value: unknown): string | undefined;
}

/**
 * A string that matches the pattern, without blanks around it; in capitals if the pattern ignores case.
 * @param wrong matches a character that no such string has
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
    // One character of a misplaced secret reveals nothing.
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
