import type { SuiteReport } from '../contract/report.ts';
import { blocks, box, counted, plain, plainCode, table, toOperation } from '../markdown/write.ts';
import type { SitePage } from '../page.ts';
import type { Site } from '../site.ts';
import { notVerified } from './not-verified.ts';

/** Returns the page with the results of the last contract run. */
export function verificationPage(site: Site): SitePage {
  const { report, problem } = site.report;
  const operations = site.contract.operations.map(({ id }) => id);
  return {
    path: 'verification',
    title: 'Verification',
    description: 'Whether a service is conformant: the verdict of the last contract run.',
    keywords: { '': ['verification', 'suite', 'matrix', 'conformant'] },
    body: [
      'The contract suite sends requests to a service and validates each response. Each cell of the table represents a status that an operation declares.',
      report ? matrix(report, operations) : notVerified(site, problem),
    ],
  };
}

/** Symbol and meaning of each cell state. */
const STATES: Readonly<Record<string, readonly [mark: string, meaning: string]>> = {
  pass: ['✓', 'passed'],
  fail: ['✗', 'failed'],
  error: ['!', 'not evaluated'],
  'not-observed': ['–', 'not observed'],
  'not-applicable': ['○', 'not applicable'],
};
const LEGEND = Object.values(STATES).map((one) => one.join(' '));
const KINDS: Readonly<Record<string, 'TIP' | 'WARNING'>> = { conformant: 'TIP', incomplete: 'WARNING' };

function matrix(report: SuiteReport, operations: readonly string[]): string {
  const { cells, verdict, target, address, started, requests } = report;
  const statuses = [...new Set(cells.map(({ status }) => status))].sort();
  const reasons = [...new Set(cells.flatMap(({ reason }) => reason ?? []))];
  const cell = ({ envelope, state, reason }: SuiteReport['cells'][number]): string =>
    `${STATES[state]?.[0] ?? plain(state)}${envelope ? ` ${plain(envelope)}` : ''}${reason ? ` ([${reasons.indexOf(reason) + 1}](#reasons))` : ''}`;
  const rows = operations.map((id) => [
    toOperation(id),
    ...statuses.map((status) => {
      const found = cells.filter((one) => one.operation === id && one.status === status);
      return found.map(cell).join(', ');
    }),
  ]);
  const counts = [...Map.groupBy(cells, ({ state }) => STATES[state]?.[1] ?? plain(state))].map(
    ([meaning, { length }]) => `${length} ${meaning}`,
  );
  const where = address === undefined ? '' : ` at ${plainCode(address)}`;
  return blocks(
    box(
      KINDS[verdict] ?? 'CAUTION',
      `**${plain(verdict)}**`,
      `The run on ${plain(dateOf(started))} sent ${counted(requests.spent, 'request')} to a ${plain(target)}${where}.`,
      counts.length === 0 ? '' : `Cells: ${counts.join(', ')}.`,
    ),
    `${LEGEND.join(', ')}. A number in brackets refers to a reason.`,
    table(['Operation', ...statuses.map(plainCode)], rows),
    reasons.length === 0 ? '' : '## Reasons {#reasons}',
    reasons.map((reason, index) => `${index + 1}. ${plain(reason)}`).join('\n'),
  );
}

/** Formats a date and time for readers. A string that is not a date stays unchanged. */
const dateOf = (started: string): string =>
  Number.isNaN(Date.parse(started))
    ? started
    : `${new Date(started).toISOString().slice(0, 16).replace('T', ', ')} UTC`;
