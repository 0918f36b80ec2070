import { runCommandLine } from './command-line.ts';
import { explain, withoutCredentials } from './explain.ts';
import { UserError } from './user-error.ts';

/** Prints one line about what went wrong; where it happened only for those who debug. */
function fail(error: unknown): void {
  console.error(`vehicle-lookup-service: ${explain(error)}`);
  if (process.env.VEHICLE_LOOKUP_DEBUG === '1' && error instanceof Error)
    console.error(withoutCredentials(error.stack ?? ''));
  process.exitCode = error instanceof UserError ? error.exitCode : 1;
}

process.on('uncaughtException', (error) => {
  fail(error);
  process.exit();
});
// A reader that has seen enough, as in `… | head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

await runCommandLine(process.argv.slice(2), process.env).catch(fail);
