import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createLimiter } from '@vehicle-lookup/client/limiter';
import { allowanceLimit, Command, Option, packageVersion, UserError } from '@vehicle-lookup/toolkit/command-line';
import { accountFaults, accountOf } from '../account/account.ts';
import { noteAllowance } from '../account/allowance.ts';
import { configDirectory } from '../account/profiles.ts';
import type { CommandOperation } from '../operation.ts';
import type { CommonOptions } from '../options.ts';
import { useProxy } from '../proxy.ts';
import { openLedger } from './ledger.ts';

/** The limit of the tools over all programs and runs of an account. */
interface McpOptions extends CommonOptions {
  consultations: ReturnType<typeof allowanceLimit>;
}

/** An optional peer: it is larger than everything else together. */
const SDK = '@modelcontextprotocol/server';

const OUTPUT_FLAGS = ['json', 'raw', 'format', 'fields', 'headings', 'decimal', 'bom'] as const;
const isOutputFlag = (name: string): boolean => OUTPUT_FLAGS.some((flag) => flag === name);

/** Creates the command that serves the operations as tools of the Model Context Protocol. */
export function mcpCommand(operations: readonly CommandOperation[]): Command {
  return new Command('mcp')
    .summary('Serves the operations as tools for programs (MCP)')
    .description(
      'Serves every operation as a read-only tool over standard input and output (Model Context Protocol). Responses are kept for ' +
        '30 days, for all programs of the account: an equal call costs nothing. Of two programs that make an equal call at the ' +
        'same time, both pay. A program that starts it needs the account in its environment, or vehicle-lookup login.',
    )
    .configureHelp({
      showGlobalOptions: true,
      visibleGlobalOptions: ({ parent }) =>
        (parent?.options ?? []).filter((one) => !one.hidden && !isOutputFlag(one.attributeName())),
    })
    .addOption(
      new Option('--consultations <N/TIME>', 'how many consultations the tools may spend in a window, over all runs')
        .argParser(allowanceLimit)
        .default(allowanceLimit('50/7d'), '50/7d'),
    )
    .check(accountFaults)
    .check((command) => {
      const options = command.optsWithGlobals<McpOptions>();
      const [first] = OUTPUT_FLAGS.filter((name) => options[name] !== undefined);
      return [
        ...(first ? [`--${first}: the tools respond in the form that the protocol has`] : []),
        ...(options.consultations?.limit === 0 ? ['--consultations: expected at least one consultation, got 0'] : []),
      ];
    })
    .action(async function run() {
      const { consultations, timeout, retries, ...options } = this.optsWithGlobals<McpOptions>();
      const { baseUrl = '', user = '', key = '' } = accountOf(options);
      // The SDK is loaded only here: it takes longer to load than the other commands to run, and may not be installed.
      const { serveTools } = await import('./tools.ts').catch((error: NodeJS.ErrnoException) => {
        if (!error.message.includes(SDK)) throw error;
        const install = `npm install ${SDK}@2`;
        throw new UserError(`mcp needs ${SDK}. Install it beside the command line: ${install}, or ${install} --global`);
      });
      const digest = createHash('sha256').update(`${user} ${baseUrl}`).digest('hex').slice(0, 16);
      const ledger = await openLedger(join(configDirectory(), 'mcp', digest), consultations);
      const layers = [...ledger.layers, createLimiter(), noteAllowance({ baseUrl, user })];
      const retry = retries === undefined ? undefined : { limit: retries };
      useProxy(baseUrl, (line) => this.say(line));
      const version = packageVersion('@vehicle-lookup/cli', import.meta.url);
      const left = await ledger.remaining();
      this.say(`serving ${operations.length} tools; ${left} of ${consultations.limit} consultations left`);
      return serveTools({
        operations,
        account: { baseUrl, user, key, timeout, retry, layers },
        ledger,
        version,
        say: (line) => this.say(line),
      });
    });
}
