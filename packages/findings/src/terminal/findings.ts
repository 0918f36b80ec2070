import { visible } from '@vehicle-lookup/markup';
import type { Finding } from '../finding.ts';
import { findingLines, operationsOf, sameFindings } from '../finding-text.ts';
import { levelLabels } from '../label.ts';
import type { Paint } from './paint.ts';
import { wrapped } from './wrapped.ts';

/** Findings for a person, on 80 columns; the same finding at several places once. */
export const findingsText = (findings: readonly Finding[], paint: Paint): string =>
  sameFindings(findings)
    .map((group) => groupText(group, paint))
    .join('\n\n');

function groupText(group: readonly Finding[], paint: Paint): string {
  const [first] = group;
  if (!first) return '';
  const others = group.length > 1 ? ` and ${group.length - 1} more` : '';
  const head = `${levelLabels[first.level].symbol} ${visible(first.code)}`;
  const lines = findingLines(first).map(([label, text]) => {
    const start = `  ${label.padEnd(10)} `;
    // A line that is to be copied is not broken.
    if (label === 'reproduce') return start + visible(text);
    return wrapped(start, visible(text) + (label === 'request' ? others : ''));
  });
  const where = wrapped(`${head}  `, visible(operationsOf(group).join(', ')), 4).slice(head.length);
  return [paint(head, first.fails ? 'red' : 'yellow') + where, ...lines].join('\n');
}
