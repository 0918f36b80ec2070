import type { OperationTable } from '../table.ts';

/**
 * Masks the values of credentials in a query within a text, by the names of the parameters. For texts whose secrets are not
 * known, such as the error of a parser that repeats an address. If they are known, use `maskSecrets`.
 */
export function maskCredentials({ credentials }: Pick<OperationTable, 'credentials'>, text: string): string {
  const names = credentials.map((name) => name.replace(/\W/g, '\\$&')).join('|');
  return text.replace(new RegExp(`\\b(${names})=[^&\\s"']*`, 'gi'), '$1=***');
}
