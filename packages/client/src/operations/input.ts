/** Reads an argument of an operation. */
export interface InputReader {
  /** Returns undefined for an invalid argument. */
  read(value: unknown): unknown;
  /** A description of valid arguments, for the error message. */
  expected: string;
  /** Returns a description of an invalid argument that is more precise than the argument's type and length, if available. */
  found?(value: unknown): string | undefined;
}

/**
 * Reads a string that matches the pattern. Trims the string, and converts it to capitals if the pattern ignores case.
 * @param wrong matches a character that is never valid
 * @param unused the letters among these characters, as a readable list
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
    // A single character of a misplaced secret does not reveal the secret.
    return `${JSON.stringify(sign)} at position ${found.index + 1}${isLetter ? `; ${unused} are not used` : ''}`;
  },
});

/** Reads a number that is an integer within bounds. */
export const integer = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): InputReader => ({
  read: (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= minimum && value <= maximum
      ? value
      : undefined,
  expected: `an integer from ${minimum} to ${maximum}`,
});

/** Reads an argument that may be omitted. An omitted argument becomes null, which is not sent. */
export const optional = (reader: InputReader): InputReader => ({
  ...reader,
  read: (value) => (value === undefined ? null : reader.read(value)),
});
