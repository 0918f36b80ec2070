import { type Accepted, accepts } from './judge.ts';
import type { Result } from './tool.ts';

const COMMAND = 'pnpm --filter @vehicle-lookup/spec third-party';
const BEGIN = `<!-- Written by \`${COMMAND}\`. -->`;
const END = '<!-- End of what is written. -->';

/** Returns the generated section of spec/README.md: the verdicts by tool and document, and the accepted complaints with reasons. */
export function section(results: Result[], accepted: Accepted[], versions: Record<string, string>): string {
  const documents = [...new Set(results.map(({ document }) => document))];
  const tools = [...new Set(results.map(({ tool }) => tool))];
  const rows = tools.map((tool) => {
    const own = results.filter((result) => result.tool === tool);
    const title = own[0]?.title ?? '';
    const name = title.split(' ')[0] ?? '';
    return [title.replace(name, `\`${name}\` ${versions[name]}`), ...own.map((result) => verdict(result, accepted))];
  });
  const reasons = accepted.map(
    ({ tool, complaint, reason }, index) => `${index + 1}. ${tool}, \`${complaint.trim()}\`: ${reason.trim()}`,
  );
  const head = ['tool', ...documents.map((document) => `\`${document}\``)];
  return [table([head, ...rows]), ...(reasons.length > 0 ? ['Accepted complaints:', reasons.join('\n')] : [])].join(
    '\n\n',
  );
}

/** Returns a table cell: `accepts`, or the numbers of the complaints. */
function verdict(result: Result, accepted: Accepted[]): string {
  const numbers = accepted.flatMap((entry, index) =>
    result.complaints.some(({ text }) => accepts(entry, result, text)) ? [index + 1] : [],
  );
  const found = result.operations === undefined ? '' : `, ${result.operations} of 10 operations`;
  return (numbers.length === 0 ? 'accepts' : `complaint ${numbers.join(', ')}`) + found;
}

/** Returns a Markdown table with aligned columns. */
function table(rows: string[][]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/**
 * Returns the README with a new generated section.
 * @throws Error if the README does not have the markers of the section
 */
export function withSection(readme: string, text: string): string {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`spec/README.md: expected the lines ${BEGIN} and ${END}`);
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${text}\n\n${readme.slice(end)}`;
}
