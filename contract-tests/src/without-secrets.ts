import { leaks, maskSecrets } from '@vehicle-lookup/secrets';

/** The text with its secrets masked by value; `***` where a secret would still be found in it. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const masked = maskSecrets(text, secrets);
  return leaks(masked, secrets) ? '***' : masked;
}
