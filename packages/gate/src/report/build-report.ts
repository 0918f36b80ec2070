import { packageVersion } from '@vehicle-lookup/toolkit/command-line';
import type { CannotRateError } from '../cannot-rate.ts';
import { highest } from '../comparison/change.ts';
import { withConsumers } from '../consumers/consumers.ts';
import type { LoadedDocument } from '../document/load.ts';
import type { ReleaseProblem, Report, ReportedChange, ReportedDocument } from './report.ts';

const tool = () => ({
  name: 'vehicle-lookup-gate',
  version: packageVersion('@vehicle-lookup/gate', import.meta.url),
});

/**
 * Builds the report of a comparison.
 * @param base undefined if there is no earlier document
 * @param places locations of the consumers' usage files; undefined if consumers were not requested
 * @throws CannotRateError when a location does not exist
 */
export function buildReport(
  base: LoadedDocument | undefined,
  revision: LoadedDocument,
  rated: readonly ReportedChange[],
  release: readonly ReleaseProblem[] = [],
  places?: readonly string[],
): Report {
  const known = places && withConsumers(places, rated, base, revision);
  const { changes = rated } = known ?? {};
  const problems = [...release, ...(known?.problems ?? [])];
  const isRejected = problems.some(({ fails }) => fails) || changes.some(({ fails }) => fails);
  return {
    reportVersion: 1,
    tool: tool(),
    verdict: isRejected ? 'rejected' : 'accepted',
    exitCode: isRejected ? 1 : 0,
    ...(base === undefined ? {} : { base: described(base) }),
    revision: described(revision),
    impact: highest(changes.map(({ impact }) => impact)) ?? 'none',
    ...(known ? { consumers: known.consumers } : {}),
    // The sort is stable, and the changes are already sorted by impact and location.
    changes: [...changes].sort((a, b) => Number(b.isNew) - Number(a.isNew)),
    problems,
  };
}

export const noVerdictReport = ({ message }: CannotRateError): Report => ({
  reportVersion: 1,
  tool: tool(),
  verdict: 'no verdict',
  exitCode: 2,
  failure: message,
  impact: 'none',
  changes: [],
  problems: [],
});

const described = ({ name, document }: LoadedDocument): ReportedDocument => ({
  name,
  title: String(document.info?.title ?? ''),
  version: String(document.info?.version ?? ''),
});
