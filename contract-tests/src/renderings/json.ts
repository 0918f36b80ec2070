import type { RunReport } from '../report/report.ts';

/** The report itself; `report.schema.json` describes it. */
export const json = (report: RunReport): string => `${JSON.stringify(report, null, 2)}\n`;
