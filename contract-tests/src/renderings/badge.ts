import { badge as badgeText, countFindings } from '@vehicle-lookup/toolkit/findings';
import type { RunReport, RunVerdict } from '../report/report.ts';
import { remarks } from './labels.ts';

const COLOURS: Readonly<Record<RunVerdict, string>> = {
  conformant: 'brightgreen',
  'not conformant': 'red',
  incomplete: 'yellow',
  'no verdict': 'lightgrey',
};

/** The verdict for a badge, with what was seen of the declared responses, and what qualifies it. */
export function badge(report: RunReport): string {
  const { verdict, findings } = report;
  const { warning, contradiction } = countFindings(findings);
  const isQualified = verdict === 'conformant' && warning + contradiction > 0;
  return badgeText({
    label: 'contract',
    message: [verdict, ...remarks(report)].join(', '),
    color: isQualified ? 'yellowgreen' : COLOURS[verdict],
  });
}
