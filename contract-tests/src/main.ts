import { maskSecrets } from '@vehicle-lookup/operations';
import { type Command, parseCommand, USAGE } from './arguments.ts';
import { render } from './render.ts';
import type { Report } from './report.ts';
import { RunError } from './run-error.ts';
import { verifyContract } from './verify.ts';

const EXIT: Record<Report['verdict'], number> = { conformant: 0, 'not conformant': 1, incomplete: 2 };

/** The key, as soon as it is known: nothing is printed that holds it. */
const secrets: string[] = [];

try {
  process.exitCode = await run(parseCommand(process.argv.slice(2), process.env));
} catch (error) {
  const [line = ''] = String((error as Error).message).split('\n');
  const text = error instanceof RunError ? line : `the suite itself failed, so there is no verdict: ${line}`;
  console.error(`vehicle-lookup-contract: ${maskSecrets(text, secrets)}`);
  process.exitCode = 2;
}

async function run(command: Command): Promise<number> {
  if (command.help) {
    console.log(USAGE);
    return 0;
  }
  secrets.push(command.options.key);
  const report = await verifyContract(command.options);
  const text = command.json ? `${JSON.stringify(report, null, 2)}\n` : render(report);
  process.stdout.write(maskSecrets(text, secrets));
  return EXIT[report.verdict];
}
