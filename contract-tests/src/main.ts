import { explanationText } from '@vehicle-lookup/findings';
import { maskSecrets, maskSecretsInJson } from '@vehicle-lookup/operations';
import { type Command, type Output, parseCommand, USAGE } from './command-line/arguments.ts';
import { withoutSecrets } from './leak.ts';
import { json } from './renderings/json.ts';
import { tryFolder, writeReport } from './renderings/report-folder.ts';
import { terminal } from './renderings/terminal.ts';
import { replayContract } from './replay.ts';
import { NoVerdictError } from './report/conclude.ts';
import { explain } from './report/explain.ts';
import type { Report } from './report/report.ts';
import { BudgetError, RunError } from './run-error.ts';
import { suiteVersion } from './suite-version.ts';
import { type DryRun, planContract, verifyContract } from './verify.ts';

/** Every key, as soon as it is known: nothing is printed that holds one. */
const secrets: string[] = [];

try {
  process.exitCode = await run(parseCommand(process.argv.slice(2), process.env));
} catch (error) {
  const [line = ''] = String((error as Error).message).split('\n');
  const text = error instanceof RunError ? line : `the suite itself failed, so there is no verdict: ${line}`;
  console.error(`vehicle-lookup-contract: ${withoutSecrets(text, secrets)}`);
  process.exitCode = error instanceof BudgetError ? 3 : 2;
}

async function run(command: Command): Promise<number> {
  if (command.name === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (command.name === 'version') {
    console.log(suiteVersion());
    return 0;
  }
  if (command.name === 'explain') {
    const explanation = explain(command.code);
    if (!explanation) throw new RunError('explain: no check and no assumption has this code; a report names its codes');
    process.stdout.write(explanationText(explanation));
    return 0;
  }
  if (command.name === 'mutants') {
    // No other command needs the services.
    const { mutantsCommand } = await import('./command-line/mutants.ts');
    return mutantsCommand(command.options, command.json);
  }
  if (command.name === 'replay') return told(replayContract(command.file, command.options), command.output);
  const { options, output, dryRun } = command;
  secrets.push(...Object.values(options.credentials), ...accountKeys(options.data));
  if (dryRun) {
    process.stdout.write(maskSecrets(planText(await planContract(options), output.json), secrets));
    return 0;
  }
  const unwritable = output.folder === undefined ? undefined : tryFolder(output.folder);
  if (unwritable !== undefined) throw new RunError(unwritable);
  return told(verifyContract(options), output);
}

function planText(plan: DryRun, isJson: boolean): string {
  if (isJson) return `${JSON.stringify(plan, undefined, 2)}\n`;
  const { requests, budget, left } = plan;
  const after = budget === undefined ? '' : `; they leave ${left} of the budget of ${budget}`;
  return [...requests, `${requests.length} requests are planned${after}`, ''].join('\n');
}

/** Tells of the report, also of a run without a verdict: of such a one a person is told by the line of the error. */
async function told(making: Promise<Report>, output: Output): Promise<number> {
  let report: Report;
  try {
    report = await making;
  } catch (error) {
    const unwritten = error instanceof NoVerdictError ? tell(error.report, output) : undefined;
    if (unwritten !== undefined) complain(unwritten);
    throw error;
  }
  const unwritten = tell(report, output);
  if (unwritten !== undefined) throw new RunError(unwritten);
  return report.exitCode;
}

/** @returns why the report is not written, one line; it is printed all the same. */
function tell(found: Report, { json: isJson, folder }: Output): string | undefined {
  // The report holds no secret; whatever else is wrong, what leaves this process does not either.
  const report = maskSecretsInJson(found, secrets) as Report;
  const { isTTY } = process.stdout;
  if (isJson) process.stdout.write(json(report));
  else if (report.failure === undefined) process.stdout.write(terminal(report, isTTY && !process.env.NO_COLOR));
  return folder === undefined ? undefined : writeReport(report, folder);
}

function complain(text: string): void {
  console.error(`vehicle-lookup-contract: ${maskSecrets(text, secrets)}`);
}

/** The data may hold other accounts, with keys of their own. */
function accountKeys(data: object = {}): string[] {
  const accounts = Object.values(data).filter((value) => typeof value === 'object' && value !== null);
  return accounts.flatMap((account) => Object.values(account).filter((text) => typeof text === 'string'));
}
