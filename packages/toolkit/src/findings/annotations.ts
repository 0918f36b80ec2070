import { visible } from '../markup/index.ts';

/** A message at a line of a file. */
export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  /** A path in the repository; empty without a file. */
  file: string;
  /** The line number, starting at 1. */
  line: number;
  title: string;
  message: string;
}

/** Returns annotations as workflow commands of GitHub Actions, one per line. A message cannot start another command. */
export const annotations = (all: readonly Annotation[]): string =>
  all
    .map(({ level, file, line, title, message }) => {
      const place = file === '' ? [] : [`file=${property(file)}`, `line=${line}`];
      return `::${level} ${[...place, `title=${property(title)}`].join(',')}::${data(message)}\n`;
    })
    .join('');

const data = (text: string): string => visible(text).replaceAll('%', '%25');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
