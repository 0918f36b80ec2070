import type { RunReport } from '../report/report.ts';
import { badge } from './badge.ts';
import { html } from './html/page.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { metrics } from './metrics.ts';
import { sarif } from './sarif.ts';

/** What a directory of reports holds, by file name; all of it is made from the report alone. */
export const renderings: Readonly<Record<string, (report: RunReport) => string>> = {
  'report.json': json,
  'report.md': markdown,
  'report.html': html,
  'report.sarif': sarif,
  'junit.xml': junit,
  'badge.json': badge,
  'metrics.prom': metrics,
};
