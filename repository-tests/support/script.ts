import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { surroundings } from './run.ts';

/** What a step of a job came to. */
export interface StepResult {
  code: number;
  /** What it printed. */
  log: string;
  outputs: Record<string, string>;
  /** What it added to the job's summary. */
  summary: string;
}

/** Runs the script of a step as a runner does: by bash, with files for outputs and summary named in the environment. */
export async function runScript(script: string, env: Record<string, string>, cwd: string): Promise<StepResult> {
  const folder = mkdtempSync(join(tmpdir(), 'runner-'));
  const file = (name: string, text = '') => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const files = { GITHUB_OUTPUT: file('output'), GITHUB_STEP_SUMMARY: file('summary'), GITHUB_WORKSPACE: cwd };
  try {
    const args = ['--noprofile', '--norc', '-eo', 'pipefail', file('step.sh', script)];
    const child = spawn('bash', args, { cwd, env: { ...elsewhere(), ...env, ...files } });
    child.stdin.end();
    let log = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        log += chunk;
      });
    }
    const [code] = await once(child, 'close');
    const lines = readFileSync(files.GITHUB_OUTPUT, 'utf8').split('\n').filter(Boolean);
    const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    return { code: code ?? 1, log, outputs, summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The environment as another repository has it: the machine's Node.js and npm, and nothing of this workspace's. */
export function elsewhere(): Record<string, string> {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const kept = Object.entries(surroundings()).filter(([name]) => !/^(p?npm_|INIT_CWD|NODE)/i.test(name));
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter), NO_COLOR: '1' };
}
