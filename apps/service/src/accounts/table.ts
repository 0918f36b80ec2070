/** Lines of a table for a terminal: columns as wide as they need. */
export function table(head: string[], rows: string[][], none: string): string {
  if (rows.length === 0) return none;
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const format = (line: string[]) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((line) => format(line).trimEnd()).join('\n');
}
