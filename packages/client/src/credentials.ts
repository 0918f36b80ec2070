/**
 * Picks the credentials from the client's options.
 * @throws TypeError when one is absent or empty; the message never holds a value
 */
export function readCredentials(names: string[], options: object): Record<string, string> {
  const credentials: Record<string, string> = {};
  for (const name of names) {
    const value = (options as Record<string, unknown>)[name];
    if (typeof value !== 'string' || value === '') {
      const got = value === '' ? 'an empty one' : value === null ? 'null' : typeof value;
      throw new TypeError(
        `${name}: expected a non-empty string, got ${got}. Every request carries ${names.join(' and ')}.`,
      );
    }
    credentials[name] = value;
  }
  return credentials;
}
