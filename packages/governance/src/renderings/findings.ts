import type { Finding } from '@vehicle-lookup/findings';
import type { Report, ReportedChange } from '../report/report.ts';
import { valueText } from './labels.ts';

/** A finding, its place and how grave it is, for renderings that know findings alone. */
export interface Placed {
  finding: Finding;
  file: string;
  line: number;
  level: 'error' | 'warning' | 'note';
}

/** Every change and problem as a finding. */
export const placedFindings = ({ changes, problems }: Report): Placed[] => [
  ...changes.map((change) => ({ finding: findingOf(change), ...change.place, level: levelOf(change) })),
  ...problems.map(({ code, fails, what, next, file }): Placed => {
    const finding: Finding = {
      code,
      level: fails ? 'failure' : 'warning',
      fails,
      operation: '',
      status: '',
      expected: 'a release that follows its changes',
      got: what,
      next,
    };
    return { finding, file, line: 1, level: fails ? 'error' : 'warning' };
  }),
];

function levelOf({ fails, impact }: ReportedChange): Placed['level'] {
  if (fails) return 'error';
  return impact === 'patch' ? 'note' : 'warning';
}

function findingOf(change: ReportedChange): Finding {
  const { code, fails, operations, pointer, what, why, next, before, clauses, assumptions } = change;
  return {
    code,
    level: fails ? 'failure' : 'warning',
    fails,
    operation: operations.join(', '),
    status: '',
    pointer,
    expected: before === undefined ? 'what callers rely on' : valueText(before),
    got: what.replace(/\.$/, ''),
    next: `${why} ${next}`,
    ...(clauses[0] === undefined ? {} : { clause: clauses.join(', ') }),
    ...(assumptions[0] === undefined ? {} : { assumption: assumptions.join(', ') }),
  };
}
