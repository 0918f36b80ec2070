import type { OperationTable } from '../table.ts';

/**
 * Masks the values of credentials in a query that stands in a text. For texts whose secrets are not known, as the error of a
 * parser that repeats an address; where they are known, `maskSecrets` finds them in any encoding.
 */
export function maskCredentials({ credentials }: Pick<OperationTable, 'credentials'>, text: string): string {
  const names = credentials.map((name) => name.replace(/\W/g, '\\$&')).join('|');
  return text.replace(new RegExp(`\\b(${names})=[^&\\s"']*`, 'gi'), '$1=***');
}
