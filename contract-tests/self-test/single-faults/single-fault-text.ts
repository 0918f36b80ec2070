import { groupBy } from '../../src/group-by.ts';
import { type RunMode, type SingleFaultResult, shareOf } from './single-fault-score.ts';
import type { SingleFault } from './single-faults.ts';

/** The results of one mode. */
export interface RunModeResult {
  mode: RunMode;
  results: readonly SingleFaultResult[];
}

const TITLES: Readonly<Record<SingleFault['shownBy'], string>> = {
  success: 'shown by every success',
  request: 'shown only by special requests',
};

/** Returns the modes that found less than their minimum share. */
export const insufficient = (all: readonly RunModeResult[]): RunModeResult[] =>
  all.filter(({ mode, results }) =>
    (['success', 'request'] as const).some((shownBy) => shareOf(ofGroup(results, shownBy)) < mode.least[shownBy]),
  );

/** Returns the scores by kind as text, with a column for each mode. */
export function singleFaultText(all: readonly RunModeResult[]): string {
  const [first] = all;
  const lines = (['success', 'request'] as const).flatMap((shownBy) => {
    const kinds = groupBy(ofGroup(first?.results ?? [], shownBy), ({ fault }) => fault.kind);
    return [
      row(
        TITLES[shownBy],
        all.map(({ mode }) => nameOf(mode)),
      ),
      ...[...kinds].map(([kind, ofKind]) =>
        row(
          `  ${kind}`,
          all.map(({ results }) =>
            countText(results.filter(({ fault }) => ofKind.some((candidate) => candidate.fault === fault))),
          ),
        ),
      ),
      row(
        '  all',
        all.map(({ results }) => countText(ofGroup(results, shownBy))),
      ),
      row(
        '  share',
        all.map(({ results }) => percent(shareOf(ofGroup(results, shownBy)))),
      ),
      row(
        '  at least',
        all.map(({ mode }) => percent(mode.least[shownBy])),
      ),
      '',
    ];
  });
  const lost = insufficient(all).flatMap(({ mode, results }) =>
    results.flatMap(({ fault, foundBy }) =>
      foundBy === undefined ? [`  ${nameOf(mode)}: a service that ${fault.says} (${fault.operation})`] : [],
    ),
  );
  return [
    ...lines,
    ...(lost.length > 0 ? ['modes that found too few faults, and the faults that they missed:', ...lost] : []),
    '',
  ]
    .join('\n')
    .trimStart();
}

const nameOf = ({ profile, runs }: RunMode): string => (runs === 1 ? profile : `${profile} × ${runs}`);

const ofGroup = (results: readonly SingleFaultResult[], shownBy: SingleFault['shownBy']): SingleFaultResult[] =>
  results.filter(({ fault }) => fault.shownBy === shownBy);

const countText = (results: readonly SingleFaultResult[]): string =>
  `${results.filter(({ foundBy }) => foundBy !== undefined).length} of ${results.length}`;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const row = (name: string, cells: readonly string[]): string =>
  name.padEnd(30) + cells.map((cell) => cell.padStart(12)).join('');
