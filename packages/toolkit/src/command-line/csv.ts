/** What a spreadsheet may take for the beginning of a formula (OWASP, CSV Injection), with the wide forms of the signs. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^-?\d+([.,]\d+)?$/;

/**
 * Rows as CSV (RFC 4180), without a line end after the last one. A text that a spreadsheet would take for a formula gets an
 * apostrophe in front; a plain number such as -5 stays as it is.
 * @param separator of the fields. Default: a comma
 * @param isOwn whether a column is the user's, and stays as it is. Default: none
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
