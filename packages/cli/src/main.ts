import { connect } from './ask.ts';
import { runBatchCommand } from './batch/command.ts';
import { barStream } from './batch/progress.ts';
import { CommandError, EXIT } from './command-error.ts';
import { readCommandLine } from './command-line.ts';
import { helpText, version } from './help.ts';
import { messageLine } from './message.ts';
import { readSettings } from './settings.ts';
import { runSingle } from './single.ts';

/** As soon as it is known: no message holds it. */
let key = process.env.VEHICLE_LOOKUP_KEY ?? '';
const say = (message: string): void => console.error(`vehicle-lookup: ${messageLine(message, key)}`);

async function run(): Promise<number> {
  const request = readCommandLine(process.argv.slice(2));
  if (request.kind === 'help' || request.kind === 'version') {
    process.stdout.write(`${request.kind === 'help' ? helpText(request.operation) : version()}\n`);
    return EXIT.ok;
  }
  const { kind, operation, flags } = request;
  const settings = readSettings(flags, process.env);
  key = settings.key;
  // Lines would run through the bar of a batch.
  const hasBar = kind === 'batch' && barStream(flags) !== undefined;
  const service = connect({ ...settings, hooks: hasBar ? {} : { onRetry: sayWait } }, flags.raw === true);
  if (kind === 'batch') return runBatchCommand(operation, request.from, flags, service, say);
  await runSingle(operation, request.words, flags, service.ask, process.stdout, say);
  return EXIT.ok;
}

/** A wait that a user would notice. */
function sayWait({ delay, error }: { delay: number; error: { code: string } }): void {
  if (delay >= 1000) say(`${error.code}: asking again in ${Math.ceil(delay / 1000)} s; --retries 0 does not wait`);
}

/** Says what went wrong; never where in this program. */
function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  say(error instanceof CommandError ? message : `it failed: ${message}`);
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
