import type { Finding } from '../finding.ts';
import { findingLines, operationsOf, sameFindings } from '../finding-text.ts';
import { levelLabels } from '../label.ts';
import { block, code, inline } from './text.ts';

/**
 * Findings under a heading; nothing where there are none.
 * @param most how many of them are shown
 * @param rest a sentence for the number of findings that are not shown
 */
export function findingsMarkdown(findings: readonly Finding[], most: number, rest: (count: number) => string): string {
  const groups = sameFindings(findings);
  if (groups.length === 0) return '';
  const left = groups.length - most;
  return ['### Findings', ...groups.slice(0, most).map(groupText), ...(left > 0 ? [rest(left)] : [])].join('\n\n');
}

/** Sentences; the other facts are shown as code. */
const SENTENCES = ['next', 'rests on'];

function groupText(group: readonly Finding[]): string {
  const [first] = group;
  if (!first) return '';
  const others = group.length > 1 ? ` and ${group.length - 1} more` : '';
  const lines = findingLines(first).map(([label, text]) => {
    if (label === 'reproduce') return `\n${block(text)}`;
    return `- ${label}: ${SENTENCES.includes(label) ? inline(text) : code(text)}${label === 'request' ? others : ''}`;
  });
  const { symbol, text } = levelLabels[first.level];
  const head = `${inline(symbol)} ${code(first.code)} ${operationsOf(group).map(code).join(', ')}`;
  return [`**${text}** ${head}\n`, ...lines].join('\n');
}
