import type { SuiteReport } from '../contract/report.ts';
import { dateOf, GUIDE, STATES, seenText } from '../pages/verification.ts';
import { PATHS } from '../site/links.ts';
import type { Site } from '../site.ts';
import { markdownLinksFrom } from './links.ts';
import { blocks, bullets, code, table } from './text.ts';

/** The matrix of the last contract run. */
export function verificationMarkdown({ contract, report: { report, problem }, texts }: Site): string {
  const operations = contract.operations.map(({ id }) => id);
  const links = markdownLinksFrom(PATHS.verification);
  const guide = texts.filter(({ path }) => path === GUIDE).map(({ path, title }) => links.to(path, title));
  return blocks(
    '# Verification',
    'The contract suite sends requests to a service and judges every response. A cell is a status that an operation declares.',
    report ? matrix(report, operations) : [problem, ...guide].join(' '),
  );
}

function matrix(report: SuiteReport, operations: readonly string[]): string {
  const { cells, verdict, target, address, started, requests } = report;
  const statuses = [...new Set(cells.map(({ status }) => status))].sort();
  const reasons = [...new Set(cells.flatMap(({ reason }) => reason ?? []))];
  const cell = ({ envelope, state, reason }: SuiteReport['cells'][number]): string =>
    `${envelope ? `${envelope} ` : ''}${STATES[state] ?? state}${reason ? ` (reason ${reasons.indexOf(reason) + 1})` : ''}`;
  const rows = operations.map((id) => [
    code(id),
    ...statuses.map((status) =>
      cells
        .filter((one) => one.operation === id && one.status === status)
        .map(cell)
        .join(', '),
    ),
  ]);
  return blocks(
    `**${verdict}**`,
    `A ${target}${address === undefined ? '' : ` at ${code(address)}`}, asked ${dateOf(started)}, with ${requests.spent} requests.`,
    seenText(report),
    table(['operation', ...statuses], rows),
    bullets(reasons.map((reason, index) => `Reason ${index + 1}: ${reason}`)),
  );
}
