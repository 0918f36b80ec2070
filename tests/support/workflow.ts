import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@vehicle-lookup/testing';
import { parse } from 'yaml';
import { runScript, type StepResult } from './script.ts';

/** A step of a job or of a composite action: the fields that these tests use. */
export interface Step {
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}

/** The file of a composite action. */
export interface Action {
  inputs: Record<string, { default?: string }>;
  outputs?: Record<string, { value: string }>;
  runs: { using: string; steps: Step[] };
}

/** A GitLab job: the fields that these tests use. */
export interface GitlabJob {
  script: string[];
  artifacts?: { paths: string[]; reports: Record<string, string> };
}

/** The values of expressions, keyed by context (such as `secrets` and `vars`) and name. */
export type Context = Record<string, Record<string, string>>;

/** Reads a YAML file of the repository. */
export const readYaml = <T>(file: string): T => parse(readFileSync(join(root, file), 'utf8')) as T;

/** A job's machine, if it differs from GitHub's machine. */
export interface Runner {
  /** Environment variables that take precedence over the environment of a step. */
  env?: Record<string, string>;
  /** Replaces a third-party action. By default, such an action is skipped, because it only prepares the machine. */
  runForeign?(uses: string, inputs: Record<string, string>, cwd: string): Promise<void>;
}

/**
 * Runs steps in order, like a CI runner. After a failure, only steps with `always()` run.
 * @param cwd the workspace
 * @returns the first exit code that is not 0, the output of all steps, and outputs as `steps.<id>.outputs`
 */
export async function runSteps(
  steps: readonly Step[],
  context: Context,
  cwd: string,
  runner: Runner = {},
): Promise<StepResult & { context: Context }> {
  const done: StepResult & { context: Context } = { code: 0, log: '', outputs: {}, summary: '', context };
  for (const step of steps) {
    const isRun = step.if === 'always()' || (done.code === 0 && holds(step.if, done.context));
    if (!isRun) continue;
    const result = await runStep(step, done.context, cwd, runner);
    done.code ||= result.code;
    done.log += result.log;
    done.summary += result.summary;
    done.context = { ...done.context, [`steps.${step.id}.outputs`]: result.outputs };
  }
  return done;
}

async function runStep(step: Step, context: Context, cwd: string, runner: Runner): Promise<StepResult> {
  const { uses = '', run } = step;
  const [, directory] = /^(?:[^/]+\/[^/]+|\.)\/(\.github\/[^@]+)(?:@v1)?$/.exec(uses) ?? [];
  const inputs = evaluate(step.with, context);
  if (directory) return runAction(directory, inputs, cwd, runner);
  if (run !== undefined) return runScript(run, { ...evaluate(step.env, context), ...runner.env }, cwd);
  await runner.runForeign?.(uses, inputs, cwd);
  return { code: 0, log: '', outputs: {}, summary: '' };
}

/** Runs a composite action of the repository with inputs. */
export async function runAction(
  directory: string,
  given: Record<string, string>,
  cwd: string,
  runner: Runner = {},
): Promise<StepResult> {
  const { inputs, outputs = {}, runs } = readYaml<Action>(join(directory, 'action.yml'));
  const values = Object.entries(inputs).map(([name, { default: otherwise = '' }]) => [name, given[name] ?? otherwise]);
  const place = { GITHUB_ACTION_PATH: join(root, directory) };
  const steps = runs.steps.map((step) => ({ ...step, env: { ...step.env, ...place } }));
  const done = await runSteps(steps, { inputs: Object.fromEntries(values) }, cwd, runner);
  const texts = Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]));
  return { ...done, outputs: evaluate(texts, done.context) };
}

/**
 * Evaluates the condition of a step or a job.
 * @throws Error for a condition that does not have the form `<name> == '<text>'`
 */
export function holds(condition: string | undefined, context: Context): boolean {
  if (condition === undefined) return true;
  const [, name = '', operator, text] = /^(\S+) (==|!=) '([^']*)'$/.exec(condition) ?? [];
  if (operator === undefined) throw new Error(`if: ${condition}: only <name> == '<text>' and != are supported`);
  return (evaluateText(`\${{ ${name} }}`, context) === text) === (operator === '==');
}

/** Replaces expressions with their values. An unknown expression becomes empty. */
export const evaluate = (texts: Record<string, string> | undefined, context: Context): Record<string, string> =>
  Object.fromEntries(Object.entries(texts ?? {}).map(([name, value]) => [name, evaluateText(String(value), context)]));

const evaluateText = (text: string, context: Context): string =>
  text.replace(/\$\{\{\s*(\S+)\.(\S+)\s*\}\}/g, (_, of: string, name: string) => context[of]?.[name] ?? '');
