import { operationTable, readBaseUrl } from '@vehicle-lookup/contract';
import { openRecording, TrafficError } from '@vehicle-lookup/contract/recording';
import {
  allowanceLimit,
  explain,
  got,
  InvalidArgumentError,
  Option,
  Program,
  packageVersion,
  port,
  readyUntilStopped,
  UserError,
  wholeNumber,
} from '@vehicle-lookup/toolkit/command-line';
import { readRange } from './faults.ts';
import type { MockBehaviour } from './mock.ts';
import { type FindRecorded, readRecording } from './recording.ts';

interface Options extends MockBehaviour {
  port: number;
  host: string;
  upstream?: URL;
  record?: string;
}

/** Flags that change the behaviour. Without flags, the mock immediately sends the first example. */
const behaviourOptions = [
  new Option('--delay <MS>', 'delay before each response in milliseconds, such as 300 or 50-400').argParser(
    parsed(readRange, 'expected a number or range of milliseconds up to 600000, such as 300 or 50-400'),
  ),
  new Option('--fail <PERCENT>', 'percentage of requests that return a server error, such as 5%').argParser(percent),
  new Option('--cut <PERCENT>', 'percentage of connections closed without a response, such as 1%').argParser(percent),
  new Option('--seed <N>', 'repeat the same sequence of delays, failures and data').argParser(wholeNumber(0)),
  new Option('--allowance <N/TIME>', 'consultation limit per user and window, such as 5/7d').argParser(allowanceLimit),
  new Option('--plan-lacks <LIST>', 'comma-separated operations that return 403').argParser(operationsWith403),
  new Option(
    '--by-input',
    'return the status in a reserved value: VIN ZZZZZZZZZZZZZZ404, carId 999999404, brand zz-404',
  ),
  new Option(
    '--recording <FILE>',
    'respond from a recording: a HAR file from a contract run or a browser, or the output of --record',
  ).argParser(recording),
];

const program = new Program('vehicle-lookup-mock', {
  version: packageVersion('@vehicle-lookup/mock', import.meta.url),
  credentials: operationTable.credentials,
})
  .description(
    'Returns the documented statuses and examples of every operation. Any non-empty user and key are accepted.',
  )
  .addOption(new Option('--port <N>', 'port to listen on; 0 chooses an available port').default(4010).argParser(port))
  .addOption(new Option('--host <HOST>', 'address to listen on').default('127.0.0.1'))
  .addOption(
    new Option('--upstream <URL>', 'forward requests to this service and report violations of the contract').argParser(
      readUpstream,
    ),
  )
  .addOption(
    new Option(
      '--record <FILE>',
      'with --upstream: write requests and responses to a file for vehicle-lookup-contract judge',
    ),
  )
  .addHelpText(
    'after',
    '\nA request chooses its response with the "Prefer" header: code=404, example=simplified, empty=true, dynamic=true,\ndelay=2000, fail=cut.',
  )
  .check((command) => {
    const { record, upstream } = command.opts<Options>();
    return record && !upstream ? ['--record requires --upstream URL'] : [];
  })
  .action(serve);
for (const option of behaviourOptions) program.addOption(option.conflicts('upstream'));

async function serve({ record: file, ...options }: Options): Promise<void> {
  const record = file === undefined ? undefined : openRecordingOf(file);
  const behaviour = { ...options, ...(record && { record }) };
  const [{ startMock }, { whyNotListening }] = await Promise.all([
    import('./server.ts'),
    import('@vehicle-lookup/toolkit/http'),
  ]);
  const mock = await startMock({ ...behaviour, log: (line) => console.log(line) }).catch((error: unknown) => {
    throw new UserError(whyNotListening(error, options));
  });
  const what = options.upstream ? `validates ${options.upstream.origin}` : 'returns the documented examples';
  console.log(`${mock.address}${operationTable.path} ${what}`);
  await readyUntilStopped({ ready: mock.address });
  await mock.close();
}

function openRecordingOf(file: string): ReturnType<typeof openRecording> {
  try {
    return openRecording(file, (code) =>
      console.error(`vehicle-lookup-mock: --record: recording to ${file} stopped (${code}); requests continue`),
    );
  } catch (error) {
    throw new UserError(`--record: ${explain(error)}`);
  }
}

function readUpstream(text: string): URL {
  try {
    return new URL(readBaseUrl(text));
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

/** Returns an argument parser that rejects a value if `read` returns undefined. */
function parsed<T>(read: (text: string) => T | undefined, message: string): (text: string) => T {
  return (text) => {
    const value = read(text);
    if (value !== undefined) return value;
    throw new InvalidArgumentError(`${message}, ${got(text)}`);
  };
}

function percent(text: string): number {
  const number = /^\d{1,3}(\.\d+)?%?$/.test(text) ? Number(text.replace('%', '')) : Number.NaN;
  if (number <= 100) return number;
  throw new InvalidArgumentError(`expected a percentage such as 5%, ${got(text)}`);
}

function operationsWith403(text: string): string[] {
  const known = operationTable.operations.flatMap(({ id, statuses }) => (statuses.includes('403') ? [`${id}`] : []));
  const names = text.split(',');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new InvalidArgumentError(`expected operations that declare 403 (${known.join(', ')}), ${got(unknown)}`);
}

function recording(file: string): FindRecorded {
  try {
    return readRecording(file);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof TrafficError ? error.message : explain(error));
  }
}

await program.main();
