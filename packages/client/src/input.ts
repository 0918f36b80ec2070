/** How an argument is read: undefined when it is not what the document expects, and what that is. */
export type Input = readonly [read: (value: unknown) => unknown, expected: string];

/**
 * A text, without blanks around it, that matches the pattern.
 * @param method what else is done to it first
 */
export const text = (pattern: RegExp, expected: string, method: 'trim' | 'toUpperCase' = 'trim'): Input => [
  (value) => {
    const found = typeof value === 'string' ? value.trim()[method]() : undefined;
    return found !== undefined && pattern.test(found) ? found : undefined;
  },
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
