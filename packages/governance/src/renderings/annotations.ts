import { annotations as annotationLines } from '@vehicle-lookup/findings';
import type { Report } from '../report/report.ts';
import { placedFindings } from './findings.ts';

/** The report as annotations of a pull request, for the log of a GitHub job. */
export const annotations = (report: Report): string =>
  annotationLines(
    placedFindings(report).map(({ finding, file, line, level }) => ({
      level: level === 'note' ? 'notice' : level,
      file: file.replace(/^(git:[^:]+|npm:[^:]+):/, ''),
      line,
      title: `${finding.code}${finding.operation === '' ? '' : ` ${finding.operation}`}`,
      message: `${finding.got}. ${finding.next}`,
    })),
  );
