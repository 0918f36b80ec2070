import { Option, Program, packageVersion, port, readyUntilStopped, UserError } from '@vehicle-lookup/command-line';
import { type Endpoint, whyNotListening } from '@vehicle-lookup/selectors/http';
import { startDocs } from './server.ts';

const program = new Program('docs', { version: packageVersion('@vehicle-lookup/docs', import.meta.url) })
  .description('Serves the documentation, one page.')
  .addOption(new Option('--port <N>', 'port to listen on; 0 takes a free one').default(4020).argParser(port))
  .addOption(new Option('--host <HOST>', 'address to listen on').default('127.0.0.1'))
  .action(async (endpoint: Endpoint) => {
    const docs = await startDocs(endpoint).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new UserError('the page is not built; run `pnpm build`');
      throw new UserError(whyNotListening(error, endpoint));
    });
    console.log(`${docs.address}/ shows the documentation`);
    await readyUntilStopped({ ready: docs.address });
    await docs.close();
  });

await program.main();
