import { readFileSync } from 'node:fs';
import { Argument, Command, UserError } from '@vehicle-lookup/toolkit/command-line';
import { findingsText, fingerprint, painter } from '@vehicle-lookup/toolkit/findings';
import { visible } from '@vehicle-lookup/toolkit/markup';
import { NoVerdictError } from '../../report/conclude.ts';
import { titleOf } from '../../report/explain.ts';
import type { RunFinding } from '../../report/findings.ts';
import type { RunReport } from '../../report/report.ts';
import { jsonOption, userError } from '../output.ts';

export const command: Command = new Command('compare')
  .summary('Compare two runs.')
  .description(
    'Compares the findings of two runs: what is new, what is gone, what has changed. Each is a report.json, or a recording ' +
      'of `verify --record`, which this version judges.',
  )
  .addArgument(new Argument('<OLD>', 'the earlier report or recording'))
  .addArgument(new Argument('<NEW>', 'the later one'))
  .addOption(jsonOption())
  .addHelpText('after', '\nExit code: 1 if a finding that fails a run is new.')
  .action(async (before: string, after: string, { json }: { json?: true }) => {
    const comparison = compareReports(await reportOf(before, 'OLD'), await reportOf(after, 'NEW'));
    process.stdout.write(json ? `${JSON.stringify(comparison, undefined, 2)}\n` : textOf(comparison));
    return comparison.appeared.some(({ fails }) => fails) ? 1 : 0;
  });

async function reportOf(file: string, name: string): Promise<RunReport> {
  let content: Partial<RunReport> & { log?: unknown };
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UserError(`${name}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'not JSON'})`, 2);
  }
  if (content.log !== undefined) {
    const { replayContract } = await import('../../replay.ts');
    return replayContract(file).catch((error: unknown) => {
      if (error instanceof NoVerdictError) return error.report;
      throw userError(error);
    });
  }
  if (content.format === 1 && Array.isArray(content.findings)) return content as RunReport;
  throw new UserError(`${name}: ${file} is neither a report.json of this suite nor a recording of verify --record`, 2);
}

function textOf({ appeared, gone, changed, verdicts: [from, to] }: ReportComparison): string {
  const paint = painter(process.stdout.isTTY && !process.env.NO_COLOR);
  const part = (title: string, text: string) => (text === '' ? '' : `${title}:\n\n${text}\n`);
  return [
    part('New', findingsText(appeared, paint, titleOf)),
    part('Gone', findingsText(gone, paint, titleOf)),
    part(
      'Changed',
      changed
        .map((pair) => visible(`${pair.to.code} ${pair.to.operation}: ${pair.from.got} → ${pair.to.got}`))
        .join('\n'),
    ),
    `${appeared.length} new, ${gone.length} gone, ${changed.length} changed; ${visible(from)} → ${visible(to)}\n`,
  ]
    .filter((text) => text !== '')
    .join('\n');
}

/** How the findings of two runs differ. */
export interface ReportComparison {
  appeared: RunFinding[];
  gone: RunFinding[];
  /** The same finding, with another result. */
  changed: { from: RunFinding; to: RunFinding }[];
  verdicts: [from: string, to: string];
}

/** Compares the findings of two reports, by their fingerprints: the place and the code, not what was received. */
export function compareReports(from: RunReport, to: RunReport): ReportComparison {
  const before = byFingerprint(from);
  const after = byFingerprint(to);
  const both = [...after].flatMap(([id, finding]) => {
    const earlier = before.get(id);
    return earlier ? [{ from: earlier, to: finding }] : [];
  });
  return {
    appeared: [...after].flatMap(([id, finding]) => (before.has(id) ? [] : [finding])),
    gone: [...before].flatMap(([id, finding]) => (after.has(id) ? [] : [finding])),
    changed: both.filter((pair) => pair.from.got !== pair.to.got || pair.from.level !== pair.to.level),
    verdicts: [from.verdict, to.verdict],
  };
}

const byFingerprint = ({ findings }: RunReport): Map<string, RunFinding> =>
  new Map(findings.map((finding) => [fingerprint(finding), finding]));
