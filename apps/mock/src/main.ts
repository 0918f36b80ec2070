import { parseArgs } from 'node:util';
import { operationTable } from '@vehicle-lookup/operations';
import { type MockOptions, startMock } from './server.ts';
import { parseUpstream } from './upstream.ts';

const USAGE = `vehicle-lookup-mock [--port 4010] [--host 127.0.0.1] [--dynamic] [--upstream URL]

Answers every operation, status and example of the document; any non-empty credentials are accepted.
  --port N         port to listen on; 0 takes a free one
  --host HOST      address to listen on
  --dynamic        make bodies from the schemas instead of answering the examples
  --upstream URL   pass requests on to this service and report where it breaks the document
A request chooses its answer by the header "Prefer: code=404", "Prefer: example=simplified", "Prefer: dynamic=true".`;

/** What was said on the command line, or nothing when help was asked for. */
function parseOptions(): MockOptions | undefined {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      dynamic: { type: 'boolean', default: false },
      upstream: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535)
    throw new RangeError('--port: expected a number from 0 to 65535');
  if (values.upstream !== undefined && values.dynamic) {
    throw new RangeError('--dynamic makes answers, --upstream passes them on: use one of them');
  }
  const upstream = values.upstream === undefined ? {} : { upstream: parseUpstream(values.upstream) };
  return { port, host: values.host, dynamic: values.dynamic, ...upstream };
}

function fail(message: string, code: number): never {
  console.error(`vehicle-lookup-mock: ${message}`);
  process.exit(code);
}

function options(): MockOptions | undefined {
  try {
    return parseOptions();
  } catch (error) {
    return fail(`${(error as Error).message.split('\n')[0]}\n\n${USAGE}`, 2);
  }
}

function whyNot(error: unknown, { host, port }: MockOptions): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `port ${port} on ${host} is taken; choose another with --port, or --port 0 for a free one`;
  if (code === 'EACCES')
    return `port ${port} on ${host} may not be used by this account; choose one above 1023 with --port`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine; choose one with --host`;
  return message;
}

async function main(chosen: MockOptions): Promise<void> {
  const log = (line: string) => console.log(line);
  const mock = await startMock({ ...chosen, log }).catch((error: unknown) => fail(whyNot(error, chosen), 1));
  const what = chosen.upstream ? `validates ${chosen.upstream.origin}` : 'answers from the document';
  console.log(`${mock.address}${operationTable.path} ${what}`);
  // A parent that started the mock over a channel learns its address, and takes it down by closing the channel.
  process.send?.({ ready: mock.address });
  const stop = () => mock.close().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.once(signal as NodeJS.Signals, stop);
}

const chosen = options();
if (chosen) await main(chosen);
else console.log(USAGE);
