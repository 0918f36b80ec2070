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
 * The report of a comparison.
 * @param base undefined: there is nothing that it could be compared with
 * @param places where usage files of consumers are; undefined: consumers were not requested
 * @throws CannotRateError when such a place does not exist
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
    // Stable: changes are sorted by impact and place already.
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
