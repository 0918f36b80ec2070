import { groupBy } from '@vehicle-lookup/findings';
import { type Lane, type SingleFaultResult, shareOf } from './single-fault-score.ts';
import type { SingleFault } from './single-faults.ts';

/** What one way of running the suite found. */
export interface LaneResult {
  lane: Lane;
  results: readonly SingleFaultResult[];
}

const TITLES: Readonly<Record<SingleFault['shownBy'], string>> = {
  success: 'a success shows it',
  request: 'it needs a request of its own',
};

/** The lanes that found less than they have to. */
export const shortLanes = (all: readonly LaneResult[]): LaneResult[] =>
  all.filter(({ lane, results }) =>
    (['success', 'request'] as const).some((shownBy) => shareOf(ofGroup(results, shownBy)) < lane.least[shownBy]),
  );

/** The scores by kind: a column for each lane. */
export function singleFaultText(all: readonly LaneResult[]): string {
  const [first] = all;
  const lines = (['success', 'request'] as const).flatMap((shownBy) => {
    const kinds = groupBy(ofGroup(first?.results ?? [], shownBy), ({ fault }) => fault.kind);
    return [
      row(
        TITLES[shownBy],
        all.map(({ lane }) => (lane.runs === 1 ? lane.profile : `${lane.profile} × ${lane.runs}`)),
      ),
      ...[...kinds].map(([kind, own]) =>
        row(
          `  ${kind}`,
          all.map(({ results }) => countText(results.filter(({ fault }) => own.some((one) => one.fault === fault)))),
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
        all.map(({ lane }) => percent(lane.least[shownBy])),
      ),
      '',
    ];
  });
  const lost = shortLanes(all).flatMap(({ lane, results }) =>
    results.flatMap(({ fault, foundBy }) =>
      foundBy === undefined
        ? [`  ${lane.profile} × ${lane.runs}: a service that ${fault.says} (${fault.operation})`]
        : [],
    ),
  );
  return [...lines, ...(lost.length > 0 ? ['not found by lanes that find too little:', ...lost] : []), '']
    .join('\n')
    .trimStart();
}

const ofGroup = (results: readonly SingleFaultResult[], shownBy: SingleFault['shownBy']): SingleFaultResult[] =>
  results.filter(({ fault }) => fault.shownBy === shownBy);

const countText = (results: readonly SingleFaultResult[]): string =>
  `${results.filter(({ foundBy }) => foundBy !== undefined).length} of ${results.length}`;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const row = (name: string, cells: readonly string[]): string =>
  name.padEnd(30) + cells.map((cell) => cell.padStart(12)).join('');
