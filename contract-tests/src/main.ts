import { maskSecrets } from '@vehicle-lookup/operations';
import { type Command, parseCommand, USAGE } from './arguments.ts';
import { explain, explanationText } from './explain.ts';
import { render } from './render.ts';
import { BudgetError, RunError } from './run-error.ts';
import { planContract, verifyContract } from './verify.ts';

/** Every key, as soon as it is known: nothing is printed that holds one. */
const secrets: string[] = [];

try {
  process.exitCode = await run(parseCommand(process.argv.slice(2), process.env));
} catch (error) {
  const [line = ''] = String((error as Error).message).split('\n');
  const text = error instanceof RunError ? line : `the suite itself failed, so there is no verdict: ${line}`;
  console.error(`vehicle-lookup-contract: ${maskSecrets(text, secrets)}`);
  process.exitCode = error instanceof BudgetError ? 3 : 2;
}

async function run(command: Command): Promise<number> {
  if (command.name === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (command.name === 'explain') {
    const explanation = explain(command.code);
    if (!explanation) throw new RunError('explain: no check and no assumption has this code; a report names its codes');
    process.stdout.write(explanationText(explanation));
    return 0;
  }
  const { options, json, dryRun } = command;
  secrets.push(options.key, ...accountKeys(options.data));
  if (dryRun) {
    const planned = await planContract(options);
    process.stdout.write(maskSecrets([...planned, `${planned.length} requests are planned`, ''].join('\n'), secrets));
    return 0;
  }
  const report = await verifyContract(options);
  const text = json ? `${JSON.stringify(report, null, 2)}\n` : render(report);
  process.stdout.write(maskSecrets(text, secrets));
  return report.exitCode;
}

/** The data may hold other accounts, with keys of their own. */
function accountKeys(data: object = {}): string[] {
  const accounts = Object.values(data).filter((value) => typeof value === 'object' && value !== null);
  return accounts.flatMap((account) => Object.values(account).filter((text) => typeof text === 'string'));
}
