import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiCompare } from 'api-smart-diff';
import { parse } from 'yaml';
import { caseNames, readCase, writeCase } from '../corpus/read-case.ts';
import { specificationCases, writeSpecificationCase } from '../corpus/read-specifications.ts';
import { isBreaking } from '../src/comparison/change.ts';
import { compare, highest, load, rules } from '../src/index.ts';
import { redoclyEnvironment, redoclyProgram } from './measure.ts';

/*
 * Measures how many corpus cases the gate, `redocly diff` and api-smart-diff rate correctly, and how long each tool takes. A rating is
 * correct if it equals the verdict of the case. api-smart-diff only reports whether a change is breaking.
 */
const directory = mkdtempSync(join(tmpdir(), 'ratings-'));

type Verdict = 'major' | 'minor' | 'patch' | 'none';
interface Pair {
  base: string;
  revision: string;
}

async function byGate({ base, revision }: Pair): Promise<Verdict> {
  const changes = await compare(load(base), load(revision), rules, '2026-01-01');
  return highest(changes.map(({ impact }) => impact)) ?? 'none';
}

/** Rates a pair without the changes that affect only generated code, which the specifications do not mention. */
async function byGateOnWire({ base, revision }: Pair): Promise<Verdict> {
  const changes = await compare(load(base), load(revision), rules, '2026-01-01');
  return changes.some((change) => isBreaking(change, 'warn')) ? 'major' : 'minor';
}

const byEngine = ({ base, revision }: Pair): Promise<Verdict> =>
  new Promise((resolve) => {
    const args = [redoclyProgram, 'diff', base, revision, '--format', 'json', '--fail-on', 'none'];
    execFile(process.execPath, args, { env: redoclyEnvironment() }, (_, out) => {
      const { bump, changes } = JSON.parse(out) as { bump?: Verdict; changes: unknown[] };
      resolve(changes.length === 0 ? 'none' : (bump ?? 'none'));
    });
  });

async function byPeer({ base, revision }: Pair): Promise<Verdict> {
  const read = (file: string) => parse(readFileSync(file, 'utf8'));
  const { diffs } = apiCompare(read(base), read(revision));
  if (diffs.length === 0) return 'none';
  return diffs.some(({ type }) => type === 'breaking') ? 'major' : 'minor';
}

const tools = { gate: byGate, 'redocly diff': byEngine, 'api-smart-diff': byPeer };
for (const [tool, rate] of Object.entries(tools)) {
  let [verdicts, breaking, missed, alarms, failed] = [0, 0, 0, 0, 0];
  const start = performance.now();
  for (const name of caseNames) {
    const { verdict: expected } = readCase(name);
    const found = await rate(writeCase(name, directory)).catch(() => undefined);
    if (found === undefined) failed++;
    if (found === expected) verdicts++;
    if ((found === 'major') === (expected === 'major')) breaking++;
    else if (expected === 'major') missed++;
    else alarms++;
  }
  const each = ((performance.now() - start) / caseNames.length).toFixed(0);
  console.log(
    `${tool.padEnd(20)} correct verdicts ${verdicts}/${caseNames.length}, correctly breaking or not ${breaking}/${caseNames.length} ` +
      `(missed ${missed}, false alarms ${alarms}, failed ${failed}), ${each} ms each`,
  );
}

/*
 * Rates the cases whose expected verdicts were derived from the specifications only. Changes without a rating are counted separately.
 * api-smart-diff runs out of memory on the recursive cases.
 */
for (const [tool, rate] of Object.entries({ gate: byGateOnWire, 'redocly diff': byEngine })) {
  const seen = { 'breaking, found': 0, 'breaking, missed': 0, 'compatible, alarm': 0, compatible: 0, 'not rated': 0 };
  for (const one of specificationCases) {
    const verdict = await rate(writeSpecificationCase(one, directory)).catch(() => undefined);
    if (verdict === undefined) seen['not rated']++;
    else if (one.verdict === 'breaking') seen[verdict === 'major' ? 'breaking, found' : 'breaking, missed']++;
    else seen[verdict === 'major' ? 'compatible, alarm' : 'compatible']++;
  }
  const found = seen['breaking, found'];
  const precision = found / (found + seen['compatible, alarm']);
  const recall = found / (found + seen['breaking, missed']);
  const counts = Object.entries(seen).map(([name, count]) => `${name} ${count}`);
  console.log(
    `${tool.padEnd(20)} precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)} (${counts.join(', ')})`,
  );
}
rmSync(directory, { recursive: true });
