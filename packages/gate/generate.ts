import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBuilt } from '@vehicle-lookup/testing/generated';
import { redoclyEnvironment, redoclyProgram } from './src/comparison/engine.ts';
import { load } from './src/document/load.ts';
import { scorecardOf } from './src/scorecard/scorecard.ts';

/*
 * Writes spec/scorecard.json: how well the document explains itself, and what `redocly score` says of its projection. With
 * `--check` it fails when the file differs.
 */
const spec = join(import.meta.dirname, '../../spec');
const file = join(spec, 'scorecard.json');

/** The score, of 100, and its criteria, each of 1. */
function redoclyScore(): { redocly: number; redoclyCriteria: Record<string, number> } {
  const args = [redoclyProgram, 'score', join(spec, 'dist/operations.json'), '--format', 'json'];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    cwd: import.meta.dirname,
    env: redoclyEnvironment(),
  });
  const { agentReadiness, subscores = {} } = JSON.parse(stdout || '{}') as {
    agentReadiness?: number;
    subscores?: Record<string, number>;
  };
  if (agentReadiness === undefined) throw new Error(`redocly score gave no score: ${stderr}`);
  const criteria = Object.entries(subscores).map(([name, value]) => [name, Math.round(value * 100) / 100]);
  return { redocly: agentReadiness, redoclyCriteria: Object.fromEntries(criteria) };
}

readBuilt('operations.json'); // says what to do if it is missing or broken
const scorecard = { ...scorecardOf(load(spec).document), ...redoclyScore() };
const text = `${JSON.stringify(scorecard, null, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('spec/scorecard.json is not what the document says. Run `pnpm generate` and commit the result.');
  process.exitCode = 1;
}
