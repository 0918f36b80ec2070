const WIDTH = 80;

/**
 * A text behind its first part, broken at blanks so that it fits 80 columns; a longer word gets a separate line.
 * @param indent of the lines after the first one; default: the width of the first part
 */
export function wrapped(start: string, text: string, indent: number = start.length): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const used = (lines.length === 0 ? start.length : indent) + line.length;
    if (line !== '' && used + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return start + [...lines, line].join(`\n${' '.repeat(indent)}`);
}
