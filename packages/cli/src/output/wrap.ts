import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();

/** The number of columns of a text on a terminal; a Chinese character takes two. */
export const width = (text: string): number => stringWidth(text);

/** Appends spaces up to a number of columns. */
export const pad = (text: string, columns: number): string => text + ' '.repeat(Math.max(0, columns - width(text)));

/** Breaks a text into lines of a number of columns: between words if possible, never inside a character. */
export function wrap(text: string, columns: number): string[] {
  if (width(text) <= columns) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => pieces(one, columns))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || width(longer) <= columns) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Breaks a word that is longer than a line. */
function pieces(word: string, columns: number): string[] {
  if (width(word) <= columns) return [word];
  const parts = [''];
  for (const { segment } of graphemes.segment(word)) {
    const last = parts[parts.length - 1] ?? '';
    if (last !== '' && width(last + segment) > columns) parts.push(segment);
    else parts[parts.length - 1] = last + segment;
  }
  return parts;
}
