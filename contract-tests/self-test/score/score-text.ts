import { operationTable } from '@vehicle-lookup/contract';
import { readClauses } from '@vehicle-lookup/openapi/provenance';
import { contractDocument } from '../../src/plan/document.ts';
import type { FaultResult } from '../run.ts';
import { faultClasses } from '../service.ts';
import { flagged, type Score, survivors, tallies } from './score.ts';

/** The result of the self-test for a clause of the specification. */
export interface ClauseResult {
  clause: string;
  /** The services whose findings name the clause, each as `class/name`. */
  namedOf: string[];
  /** The reason why no finding can name the clause. */
  reason: string | undefined;
}

/** Returns all clauses with the faulty services whose failing findings name them. */
export const clauseResults = ({ faulty }: Pick<Score, 'faulty'>): ClauseResult[] =>
  [...readClauses(contractDocument()).keys()].map((clause) => ({
    clause,
    namedOf: faulty.flatMap(({ class: faultClass, name, failing }) =>
      failing.some((finding) => finding.clause === clause) ? [`${faultClass}/${name}`] : [],
    ),
    reason: unobservableClauses[clause],
  }));

/** Returns the clauses that no finding names and that have no reason. */
export const unbrokenClauses = (results: readonly ClauseResult[]): string[] =>
  results.flatMap(({ clause, namedOf, reason }) => (namedOf.length === 0 && reason === undefined ? [clause] : []));

/** The clauses of the specification that no finding can name, with the reasons. */
export const unobservableClauses: Readonly<Record<string, string>> = {
  ...because('it is about the specification itself', ['document.scope', 'document.base-url', 'document.placeholders']),
  ...because('it states which details are not shown or do not exist, so no response can violate it', [
    'vehicle.value-ranges',
    'vehicle.vin-meaning',
    'engine.open-list',
    'states.not-shown',
    'endpoints.rule-2b',
    'endpoints.rule-3',
    'endpoints.rule-5',
    'events.not-shown',
    'events.none',
    'errors.body-shape',
    'limits.not-shown',
    'versioning.3',
  ]),
  ...because('it is a permission, so a response that does not use it is valid', [
    'envelope.simplified',
    'engine.groups',
    'engine.names-repeat',
    'engine.localized-values',
    'endpoints.rule-2a',
    'endpoints.rule-4a',
  ]),
  ...because('it states how accounts are created, which no response shows', ['service.4', 'authentication.2']),
  ...because('it describes requests; a service that rejects such a request violates errors.200', [
    'endpoints.request',
    'endpoints.selector-value',
    'endpoints.no-body',
    'authentication.4',
    'versioning.2',
  ]),
  ...because('a test would need more requests than a run may send, and would have to know the plan', [
    'limits.consultations',
    'limits.weekly-test-plan',
    'limits.window',
  ]),
  ...because('it states the meaning of the string; fluid.strings states its type', [
    'fluid.ItemMPText',
    'fluid.QualColTextStr',
    'fluid.AddTextStr',
  ]),
  ...because('the row for its operation states the same, and findings name that row', [
    'fluid.element',
    'oem-part-group.element',
    'repair-time.element',
    'variant.element',
    'engine.element',
    'endpoints.required-parameters',
  ]),
  'service.2b': 'endpoints.rule-1a states the same, and findings name it',
  'service.3': `the rows state the same, and findings name them: ${operationTable.operations.map(({ id }) => `endpoints.${id}`).join(', ')}`,
  'states.none': 'service.5a states the same, and findings name it',
  'vehicle.returned-by': 'the rows for the operations state the same, and findings name them',
  'endpoints.credentials': 'authentication.1 and authentication.3 state the same, and findings name them',
  'endpoints.rule-1b':
    'a response from another operation violates endpoints.decodeVin, and a rejection violates errors.200',
  'errors.401': 'authentication.3 states the same, and findings name it',
  'errors.500': 'an unexpected server error violates the clause of the expected response',
  'limits.exhausted': 'errors.429 states the same, and findings name it',
  'limits.upgraded-plans': 'endpoints.rule-4b states the same, and findings name it',
};

function because(reason: string, ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, reason]));
}

const nameOf = ({ class: faultClass, name }: FaultResult): string => `${faultClass}/${name}`;

/** Returns the score as text. */
export function scoreText(score: Score): string {
  const { faulty, correct, seed, without, seconds } = score;
  const counts = tallies(score);
  const all = counts.at(-1);
  const share = all ? ((100 * (all.failed + all.incomplete)) / all.faults).toFixed(1) : '0';
  const unseen = faulty.flatMap((own) => ('unseen' in own.service ? [`  ${nameOf(own)}: ${own.service.unseen}`] : []));
  const alarms = flagged(score);
  const clauses = isWhole(score) ? clauseResults(score) : [];
  const unbroken = unbrokenClauses(clauses);
  const lost = survivors(score).map((own) => `  ${nameOf(own)}: a service that ${own.service.says}`);
  const lines = [
    row('class', 'faults', 'failed', 'incomplete', 'survived'),
    ...counts.map((own) => row(own.class, own.faults, own.failed, own.incomplete, own.survived)),
    '',
    `${share} % of the faults fail the run or make it incomplete`,
    ...(unseen.length > 0 ? ['no check can detect:', ...unseen] : []),
    ...(lost.length > 0 ? ['survived, though a check should find them:', ...lost] : []),
    ...(clauses.length > 0
      ? [
          `${clauses.filter(({ namedOf }) => namedOf.length > 0).length} of ${clauses.length} clauses are named; --json states why the others are not`,
        ]
      : []),
    ...(unbroken.length > 0 ? [`clauses that no finding names, without a reason: ${unbroken.join(', ')}`] : []),
    `${correct.length} correct services, ${alarms.length === 0 ? 'no false alarm' : `${alarms.length} flagged:`}`,
    ...alarms.map(({ name, falseAlarms: [first] }) => `  ${name}: ${first?.code}: ${first?.operation}: ${first?.got}`),
    `seed ${seed}${without.length > 0 ? `, without ${without.join(', ')}` : ''}, ${seconds.toFixed(1)} s`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns whether all classes were measured with all checks. Otherwise unnamed clauses are not a gap. */
const isWhole = ({ faulty, without }: Score): boolean =>
  without.length === 0 && faultClasses.every((name) => faulty.some((fault) => fault.class === name));

const row = (name: string, ...cells: (string | number)[]): string =>
  name.padEnd(12) + cells.map((cell) => String(cell).padStart(12)).join('');

/** Returns the score as JSON. */
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
