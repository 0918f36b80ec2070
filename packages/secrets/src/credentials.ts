/**
 * Masks the values of credentials in a query within a text, by the names of the parameters. For texts whose secrets are not
 * known, such as the error of a parser that repeats an address. If they are known, use `maskSecrets`.
 * @param table the names of the parameters that hold credentials; an operation table has them
 */
export function maskCredentials({ credentials }: { readonly credentials: readonly string[] }, text: string): string {
  const names = credentials.map((name) => name.replace(/\W/g, '\\$&')).join('|');
  return text.replace(new RegExp(`\\b(${names})=[^&\\s"']*`, 'gi'), '$1=***');
}
