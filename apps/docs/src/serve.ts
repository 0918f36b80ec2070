import { parseArgs } from 'node:util';
import { type ServeOptions, serve } from './server.ts';

export { serve };

const USAGE = `node src/serve.ts [--port 4020] [--host 127.0.0.1]

Serves the documentation, one page.
  --port N         port to listen on; 0 takes a free one
  --host HOST      address to listen on`;

/** What was said on the command line, or nothing when help was asked for. */
function parseOptions(): Required<ServeOptions> | undefined {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4020' },
      host: { type: 'string', default: '127.0.0.1' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535) {
    throw new RangeError('--port: expected a number from 0 to 65535');
  }
  return { port, host: values.host };
}

function fail(message: string, code: number): never {
  console.error(`docs: ${message}`);
  process.exit(code);
}

function options(): Required<ServeOptions> | undefined {
  try {
    return parseOptions();
  } catch (error) {
    return fail(`${(error as Error).message.split('\n')[0]}\n\n${USAGE}`, 2);
  }
}

function whyNot(error: unknown, { host, port }: Required<ServeOptions>): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `port ${port} on ${host} is taken; choose another with --port`;
  if (code === 'EACCES')
    return `port ${port} on ${host} may not be used by this account; choose one above 1023 with --port`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine; choose one with --host`;
  if (code === 'ENOENT') return 'the page is not built; run `pnpm build`';
  return message;
}

async function main(chosen: Required<ServeOptions>): Promise<void> {
  const served = await serve(chosen).catch((error: unknown) => fail(whyNot(error, chosen), 1));
  console.log(`${served.address}/ shows the documentation`);
  // A parent that started this over a channel learns the address, and takes it down by closing the channel.
  process.send?.({ ready: served.address });
  const stop = () => served.close().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.once(signal as NodeJS.Signals, stop);
}

if (import.meta.main) {
  const chosen = options();
  if (chosen) await main(chosen);
  else console.log(USAGE);
}
