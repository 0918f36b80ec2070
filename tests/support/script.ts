import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, outsideEnvironment, startCommand, temporaryDirectory } from '@vehicle-lookup/testing';

/** The result of a job step. */
export interface StepResult {
  code: number;
  /** The output on both streams. */
  log: string;
  outputs: Record<string, string>;
  /** The text that the step added to the job summary. */
  summary: string;
}

/** Runs the script of a step like a CI runner: in bash, outside this workspace, with files for outputs and the summary. */
export async function runScript(script: string, env: Environment, cwd: string): Promise<StepResult> {
  const directory = temporaryDirectory();
  const file = (name: string, text = '') => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const files = { GITHUB_OUTPUT: file('output'), GITHUB_STEP_SUMMARY: file('summary'), GITHUB_WORKSPACE: cwd };
  const command = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', file('step.sh', script)];
  const step = startCommand(command, { cwd, inherit: outsideEnvironment(), env: { ...env, ...files } });
  const { code } = await step.ended;
  const lines = readFileSync(files.GITHUB_OUTPUT, 'utf8').split('\n').filter(Boolean);
  return {
    code: typeof code === 'number' ? code : 1,
    log: step.output.all,
    outputs: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))),
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
  };
}
