import { countFindings } from '@vehicle-lookup/toolkit/findings';
import { visible } from '@vehicle-lookup/toolkit/markup';
import type { RunReport } from '../report/report.ts';
import { assumptionLabels, clauseLabels, countStates, stateLabels } from './labels.ts';

type Samples = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

const single = (value: number): Samples => [[{}, value]];

const each = (name: string, counts: Readonly<Record<string, number>>): Samples =>
  Object.entries(counts).map(([key, value]) => [{ [name]: key }, value]);

/** Renders the report as OpenMetrics text for monitoring, compatible with the older Prometheus text format. */
export function metrics(report: RunReport): string {
  const { verdict, cells, findings, assumptions, clauses, notTested, requests, history } = report;
  const target = { target: report.label || report.address, profile: report.profile };
  const known = findings.filter(({ known }) => known !== undefined);
  const untested = (['assumptions', 'clauses'] as const).flatMap((of) => notTested[of].map((id) => ({ of, id })));
  const seen = history && [...history.cells, ...history.clauses, ...history.assumptions];
  const families: [name: string, help: string, samples: Samples][] = [
    ['conformant', 'Whether the verdict of the last run is conformant.', single(verdict === 'conformant' ? 1 : 0)],
    ['exit_code', 'Exit code of the last run.', single(report.exitCode)],
    ['cells', 'Declared responses in the last run, by state.', each('state', countStates(stateLabels, cells))],
    ['findings', 'Findings in the last run, by level.', each('level', countFindings(findings))],
    ['failing_findings', 'Findings that fail the run.', single(findings.filter(({ fails }) => fails).length)],
    ['known_findings', 'Findings that are listed in --known and do not fail the run.', single(known.length)],
    [
      'assumptions',
      'Assumptions in the last run, by state.',
      each('state', countStates(assumptionLabels, assumptions)),
    ],
    ['clauses', 'Clauses in the last run, by state.', each('state', countStates(clauseLabels, clauses))],
    ['not_tested', 'Assumptions and clauses that no response tested, by name.', untested.map((of) => [of, 1])],
    ['requests', 'Requests sent in the last run.', single(requests.spent)],
    ['consultations', 'Requests in the last run that the provider charges for.', single(requests.consultations.spent)],
    ['duration_seconds', 'Duration of the last run.', single(report.seconds)],
    ['started_seconds', 'Start of the last run, in seconds since 1970.', single(Date.parse(report.started) / 1000)],
    [
      'stale',
      'Declared responses, clauses and assumptions whose results are older than --max-age.',
      seen ? single(seen.filter(({ isStale }) => isStale).length) : [],
    ],
  ];
  const lines = families
    .filter(([, , samples]) => samples.length > 0)
    .flatMap(([of, help, samples]) => {
      const name = `vehicle_lookup_contract_${of}`;
      return [
        `# TYPE ${name} gauge`,
        ...(name.endsWith('_seconds') ? [`# UNIT ${name} seconds`] : []),
        `# HELP ${name} ${help}`,
        ...samples.map(([labels, value]) => `${name}{${labelText({ ...target, ...labels })}} ${value}`),
      ];
    });
  return `${[...lines, '# EOF'].join('\n')}\n`;
}

const labelText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${visible(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
    .join(',');
