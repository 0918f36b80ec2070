import { connect } from './ask.ts';
import { runBatchCommand } from './batch/command.ts';
import { CommandError, EXIT } from './command-error.ts';
import { readCommandLine } from './command-line.ts';
import { helpText, version } from './help.ts';
import { readSettings } from './settings.ts';
import { runSingle } from './single.ts';

/** As soon as it is known: no message holds it. */
let key = process.env.VEHICLE_LOOKUP_KEY ?? '';

async function run(): Promise<number> {
  const request = readCommandLine(process.argv.slice(2));
  if (request.kind === 'help' || request.kind === 'version') {
    process.stdout.write(`${request.kind === 'help' ? helpText(request.operation) : version()}\n`);
    return EXIT.ok;
  }
  const settings = readSettings(request.flags, process.env);
  key = settings.key;
  const ask = connect(settings);
  if (request.kind === 'batch') return runBatchCommand(request.operation, request.from, request.flags, ask);
  await runSingle(request.operation, request.words, request.flags, ask, { out: process.stdout, err: process.stderr });
  return EXIT.ok;
}

/** Prints one line about what went wrong; never where in this program. */
function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const [line = ''] = (error instanceof CommandError ? message : `it failed: ${message}`).split('\n');
  console.error(`vehicle-lookup: ${key === '' ? line : line.replaceAll(key, '***')}`);
  process.exitCode = error instanceof CommandError ? error.exitCode : EXIT.failed;
}

process.on('uncaughtException', (error) => {
  fail(error);
  process.exit();
});
// A reader that has seen enough, as in `… | head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.ok);
  fail(new CommandError(`the output cannot be written (${error.code})`, EXIT.failed));
  process.exit();
});

try {
  process.exitCode = await run();
} catch (error) {
  fail(error);
}
