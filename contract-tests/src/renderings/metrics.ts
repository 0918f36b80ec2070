import { countFindings } from '@vehicle-lookup/toolkit/findings';
import { visible } from '@vehicle-lookup/toolkit/markup';
import type { RunReport } from '../report/report.ts';
import { assumptionLabels, clauseLabels, countStates, stateLabels } from './labels.ts';

type Samples = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

/** The report as OpenMetrics text, for monitoring; readers of the older Prometheus text accept it. */
export function metrics(report: RunReport): string {
  const {
    verdict,
    exitCode,
    cells,
    findings,
    assumptions,
    clauses,
    notTested,
    requests,
    seconds,
    started,
    history,
    label = '',
  } = report;
  const target = { target: label || report.address, profile: report.profile };
  const single = (value: number): Samples => [[{}, value]];
  const each = (name: string, counts: Readonly<Record<string, number>>): Samples =>
    Object.entries(counts).map(([key, value]) => [{ [name]: key }, value]);
  const untested: Samples = (['assumptions', 'clauses'] as const).flatMap((of) =>
    notTested[of].map((id) => [{ of, id }, 1] as const),
  );
  const stale =
    history && [...history.cells, ...history.clauses, ...history.assumptions].filter((entry) => entry.isStale);
  const families: [name: string, help: string, samples: Samples][] = [
    ['conformant', 'Whether the verdict of the last run is conformant.', single(verdict === 'conformant' ? 1 : 0)],
    ['exit_code', 'Exit code of the last run.', single(exitCode)],
    ['cells', 'Declared responses of the last run, by state.', each('state', countStates(stateLabels, cells))],
    ['findings', 'Findings of the last run, by level.', each('level', countFindings(findings))],
    ['failing_findings', 'Findings that fail the run.', single(findings.filter(({ fails }) => fails).length)],
    [
      'known_findings',
      'Findings that --known lists; they do not fail the run.',
      single(findings.filter(({ known }) => known !== undefined).length),
    ],
    [
      'assumptions',
      'Assumptions of the last run, by state.',
      each('state', countStates(assumptionLabels, assumptions)),
    ],
    ['clauses', 'Clauses of the last run, by state.', each('state', countStates(clauseLabels, clauses))],
    ...(untested.length === 0
      ? []
      : [['not_tested', 'Assumptions and clauses that no response tested, by name.', untested] as const]),
    ['requests', 'Requests of the last run.', single(requests.spent)],
    ['consultations', 'Requests of the last run that the provider charges.', single(requests.consultations.spent)],
    ['duration_seconds', 'Duration of the last run.', single(seconds)],
    ['started_seconds', 'Start of the last run, in seconds since 1970.', single(Date.parse(started) / 1000)],
    ...(stale
      ? [
          [
            'stale',
            'Declared responses, clauses and assumptions that were last seen longer ago than --max-age.',
            single(stale.length),
          ] as const,
        ]
      : []),
  ].map(([name, help, samples]) => [`vehicle_lookup_contract_${name}`, help, samples] as [string, string, Samples]);
  const lines = families.flatMap(([name, help, samples]) => [
    `# TYPE ${name} gauge`,
    ...(name.endsWith('_seconds') ? [`# UNIT ${name} seconds`] : []),
    `# HELP ${name} ${help}`,
    ...samples.map(([labels, value]) => `${name}{${labelText({ ...target, ...labels })}} ${value}`),
  ]);
  return `${[...lines, '# EOF'].join('\n')}\n`;
}

const labelText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${visible(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
    .join(',');
