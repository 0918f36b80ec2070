/** Characters that a spreadsheet may interpret as the start of a formula (OWASP, CSV Injection), including full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^-?\d+([.,]\d+)?$/;

/**
 * Returns rows as CSV (RFC 4180), without a line break after the last row. A string that a spreadsheet would interpret as a
 * formula gets a leading apostrophe; a plain number such as -5 is not changed.
 * @param separator the field separator. Default: a comma
 * @param isOwn returns whether a column contains the user's own data, which is not changed. Default: no column
 */
export const csv = (
  rows: readonly (readonly (string | number)[])[],
  separator: ',' | ';' = ',',
  isOwn: (column: number) => boolean = () => false,
): string =>
  rows.map((row) => row.map((value, column) => cell(value, separator, isOwn(column))).join(separator)).join('\r\n');

function cell(value: string | number, separator: string, isOwn: boolean): string {
  const plain = String(value);
  const text = !isOwn && FORMULA.test(plain) && !NUMBER.test(plain) ? `'${plain}` : plain;
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
}
