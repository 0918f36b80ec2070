import {
  InvalidArgumentError,
  Option,
  Program,
  packageVersion,
  port,
  readyUntilStopped,
  UserError,
} from '@vehicle-lookup/command-line';
import { whyNotListening } from '@vehicle-lookup/http-front';
import { operationTable, readBaseAddress } from '@vehicle-lookup/operations';
import { startMock } from './server.ts';

interface Options {
  port: number;
  host: string;
  dynamic?: boolean;
  upstream?: URL;
}

const program = new Program('vehicle-lookup-mock', {
  version: packageVersion('@vehicle-lookup/mock', import.meta.url),
  credentials: operationTable.credentials,
})
  .description('Answers every operation, status and example of the document. Any non-empty user and key are accepted.')
  .addOption(new Option('--port <N>', 'port to listen on; 0 takes a free one').default(4010).argParser(port))
  .addOption(new Option('--host <HOST>', 'address to listen on').default('127.0.0.1'))
  .addOption(
    new Option('--dynamic', 'make bodies from the schemas instead of answering the examples').conflicts('upstream'),
  )
  .addOption(
    new Option(
      '--upstream <URL>',
      'pass requests on to this service and report where it breaks the document',
    ).argParser(readUpstream),
  )
  .addHelpText(
    'after',
    '\nA request chooses its reply by the header "Prefer": code=404, example=simplified, dynamic=true.',
  )
  .action(serve);

async function serve(options: Options): Promise<void> {
  const mock = await startMock({ ...options, log: (line) => console.log(line) }).catch((error: unknown) => {
    throw new UserError(whyNotListening(error, options));
  });
  const what = options.upstream ? `validates ${options.upstream.origin}` : 'answers from the document';
  console.log(`${mock.address}${operationTable.path} ${what}`);
  await readyUntilStopped({ ready: mock.address });
  await mock.close();
}

function readUpstream(text: string): URL {
  try {
    return new URL(readBaseAddress(text));
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

await program.main();
