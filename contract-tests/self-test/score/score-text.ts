import type { FaultResult } from '../run.ts';
import { faultClasses } from '../service.ts';
import { clauseResults, unbrokenClauses } from './clause-score.ts';
import { accused, type Score, survivors, tallies } from './score.ts';

const nameOf = ({ class: faultClass, name }: FaultResult): string => `${faultClass}/${name}`;

/** The score for a person. */
export function scoreText(score: Score): string {
  const { faulty, correct, seed, without, seconds } = score;
  const counts = tallies(score);
  const all = counts.at(-1);
  const share = all ? ((100 * (all.failed + all.incomplete)) / all.faults).toFixed(1) : '0';
  const unseen = faulty.flatMap((own) => ('unseen' in own.service ? [`  ${nameOf(own)}: ${own.service.unseen}`] : []));
  const alarms = accused(score);
  const clauses = isWhole(score) ? clauseResults(score) : [];
  const unbroken = unbrokenClauses(clauses);
  const lost = survivors(score).map((own) => `  ${nameOf(own)}: a service that ${own.service.says}`);
  const lines = [
    row('class', 'faults', 'failed', 'incomplete', 'survived'),
    ...counts.map((own) => row(own.class, own.faults, own.failed, own.incomplete, own.survived)),
    '',
    `${share} % of the faults fail the run, or leave it incomplete and never green`,
    ...(unseen.length > 0 ? ['no check can see:', ...unseen] : []),
    ...(lost.length > 0 ? ['survived, though a check should find them:', ...lost] : []),
    ...(clauses.length > 0
      ? [
          `${clauses.filter(({ namedOf }) => namedOf.length > 0).length} of ${clauses.length} clauses are named; --json says why not the others`,
        ]
      : []),
    ...(unbroken.length > 0 ? [`clauses that no finding names, without a reason: ${unbroken.join(', ')}`] : []),
    `${correct.length} correct services, ${alarms.length === 0 ? 'no false alarm' : `${alarms.length} accused:`}`,
    ...alarms.map(({ name, falseAlarms: [first] }) => `  ${name}: ${first?.code}: ${first?.operation}: ${first?.got}`),
    `seed ${seed}${without.length > 0 ? `, without ${without.join(', ')}` : ''}, ${seconds.toFixed(1)} s`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Whether every class was measured with every check: only then a clause that is not named is a gap. */
const isWhole = ({ faulty, without }: Score): boolean =>
  without.length === 0 && faultClasses.every((name) => faulty.some((fault) => fault.class === name));

const row = (name: string, ...cells: (string | number)[]): string =>
  name.padEnd(12) + cells.map((cell) => String(cell).padStart(12)).join('');

/** The score for a program. */
export function scoreJson(score: Score): string {
  const { faulty, correct, seed, without, seconds } = score;
  const faults = faulty.map((own) => {
    const { class: name, outcome, failing, service } = own;
    const codes = [...new Set(failing.map(({ code }) => code))];
    const unseen = 'unseen' in service ? { unseen: service.unseen } : {};
    return { name: nameOf(own), class: name, says: service.says, outcome, codes, ...unseen };
  });
  const alarms = correct.map(({ name, service, falseAlarms }) => ({ name, says: service.says, falseAlarms }));
  const clauses = isWhole(score) ? { clauses: clauseResults(score) } : {};
  return `${JSON.stringify({ seed, without, seconds, counts: tallies(score), faults, correct: alarms, ...clauses }, null, 2)}\n`;
}
