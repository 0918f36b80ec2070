import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CannotRateError } from '../cannot-rate.ts';
import type { ChangeKind, Impact } from './change.ts';

/** The program of Redocly, for Node.js to start. */
export const redoclyProgram: string = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);

/** The environment in which it sends nothing, and prints neither colours nor a notice of updates. */
export const redoclyEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
});

/** A change as the engine reports it. Pointers are those of what the engine was given. */
export interface EngineChange {
  /** Where it stands when references are followed, from the first operation that reaches it. */
  path: string;
  /** The kind of node: `Schema`, `Parameter`. */
  typeName: string;
  kind: ChangeKind;
  impact: Impact;
  /** What the engine's rules say of it. */
  verdicts: { ruleId: string; impact: Impact; message: string }[];
  /** The keyword that changed, unless the whole node was added or removed. */
  property?: string;
  base?: { pointer: string; value?: unknown };
  revision?: { pointer: string; value?: unknown };
}

interface EngineReport {
  reportVersion: string;
  changes: EngineChange[];
}

/** Without this ruleset every change would be called harmless. It is never the caller's. */
const RULES = 'extends: [diff-recommended]\ntelemetry: off\n';

/** The form of the engine's report that is read here; the engine is experimental, so its version is exact. */
const REPORT_VERSION = '1';

/**
 * Compares two documents with `redocly diff`. It runs in a temporary directory, so that no configuration of the caller's
 * can switch its rules off.
 * @throws CannotRateError when it cannot compare them
 */
export async function engineChanges(base: unknown, revision: unknown): Promise<EngineChange[]> {
  const directory = mkdtempSync(join(tmpdir(), 'vehicle-lookup-gate-'));
  try {
    const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
    write('base.json', JSON.stringify(base));
    write('revision.json', JSON.stringify(revision));
    write('redocly.yaml', RULES);
    return readReport(await runEngine(directory));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function runEngine(cwd: string): Promise<{ out: string; err: string }> {
  const args = [
    redoclyProgram,
    'diff',
    'base.json',
    'revision.json',
    '--config',
    'redocly.yaml',
    '--format',
    'json',
    '--fail-on',
    'none',
  ];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env: redoclyEnvironment(), maxBuffer: 2 ** 30 }, (error, out, err) =>
      // A report of a run that failed may be incomplete.
      resolve({ out: error ? '' : out, err }),
    );
  });
}

function readReport({ out, err }: { out: string; err: string }): EngineChange[] {
  if (/no diff rules are on/i.test(err)) {
    throw new CannotRateError(
      'redocly diff has no rules, so nothing would be called breaking; install @vehicle-lookup/gate again',
    );
  }
  let report: EngineReport;
  try {
    report = JSON.parse(out) as EngineReport;
  } catch {
    const reason = err.split('\n').find((line) => /\w/.test(line) && !/Node\.?js|[╔╚║]/.test(line));
    throw new CannotRateError(
      `redocly diff cannot compare the documents (${reason?.trim() ?? 'no output'}); look at them with redocly lint`,
    );
  }
  if (report.reportVersion === REPORT_VERSION && Array.isArray(report.changes)) return report.changes;
  throw new CannotRateError(
    `redocly diff reports in the form ${report.reportVersion}; expected ${REPORT_VERSION}: install the version that package.json names`,
  );
}
