import type { MutantOutcome } from './run.ts';
import { accused, type Score, survivors, tallies } from './score.ts';

const nameOf = ({ class: own, name }: MutantOutcome): string => `${own}/${name}`;

/** The score for a person. */
export function scoreText(score: Score): string {
  const { mutants, variants, seed, without, seconds } = score;
  const counts = tallies(score);
  const rows = [
    ['class', 'faults', 'failed', 'incomplete', 'survived'],
    ...counts.map(({ class: name, faults, failed, incomplete, survived }) => [
      name,
      faults,
      failed,
      incomplete,
      survived,
    ]),
  ].map((cells) => cells.map(String));
  const all = counts.at(-1);
  const share = all ? ((100 * (all.failed + all.incomplete)) / all.faults).toFixed(1) : '0';
  const unseen = mutants.flatMap((own) => ('unseen' in own.service ? [`  ${nameOf(own)}: ${own.service.unseen}`] : []));
  const alarms = accused(score);
  const lost = survivors(score);
  const told = [
    ...rows.map(([name = '', ...cells]) => name.padEnd(12) + cells.map((cell) => cell.padStart(12)).join('')),
    '',
    `${share} % of the faults fail the run, or leave it incomplete and never green`,
    ...(unseen.length > 0 ? ['no check can see:', ...unseen] : []),
    ...(lost.length > 0
      ? [
          'survived, though a check should see them:',
          ...lost.map((own) => `  ${nameOf(own)}: a service that ${own.service.says}`),
        ]
      : []),
    `${variants.length} right services, ${alarms.length === 0 ? 'no false alarm' : `${alarms.length} accused:`}`,
    ...alarms.map(({ name, falseAlarms: [first] }) => `  ${name}: ${first?.code}: ${first?.operation}: ${first?.got}`),
    `seed ${seed}${without.length > 0 ? `, without ${without.join(', ')}` : ''}, ${seconds.toFixed(1)} s`,
  ];
  return `${told.join('\n')}\n`;
}

/** The score for a program. */
export function scoreJson(score: Score): string {
  const { mutants, variants, seed, without, seconds } = score;
  const faults = mutants.map((own) => {
    const { class: name, fate, failing, service } = own;
    const codes = [...new Set(failing.map(({ code }) => code))];
    const unseen = 'unseen' in service ? { unseen: service.unseen } : {};
    return { name: nameOf(own), class: name, says: service.says, fate, codes, ...unseen };
  });
  const right = variants.map(({ name, service, falseAlarms }) => ({ name, says: service.says, falseAlarms }));
  return `${JSON.stringify({ seed, without, seconds, counts: tallies(score), faults, variants: right }, null, 2)}\n`;
}
