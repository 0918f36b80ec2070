import { allowanceLimit, Command, Option, UserError } from '@vehicle-lookup/toolkit/command-line';
import { accountFaults } from '../account/account.ts';
import type { CommandOperation } from '../operation.ts';
import type { McpOptions } from './serve.ts';

/** Optional peer dependency, which is larger than all other dependencies combined. */
const SDK = '@modelcontextprotocol/server';

const OUTPUT_FLAGS = ['json', 'raw', 'format', 'fields', 'headings', 'decimal', 'bom'] as const;
const isOutputFlag = (name: string): boolean => OUTPUT_FLAGS.some((flag) => flag === name);

/** Creates the command that serves the operations as tools of the Model Context Protocol. */
export function mcpCommand(operations: readonly CommandOperation[]): Command {
  return new Command('mcp')
    .summary('Serve the operations as tools for programs (MCP)')
    .description(
      'Serves every operation as a read-only tool over standard input and output (Model Context Protocol). Responses are stored for ' +
        '30 days for all programs of the account, so repeating a call costs nothing. If two programs make the same call at the same ' +
        'time, both calls are charged. Set the account in environment variables, or store it with vehicle-lookup login.',
    )
    .configureHelp({
      showGlobalOptions: true,
      visibleGlobalOptions: ({ parent }) =>
        (parent?.options ?? []).filter((one) => !one.hidden && !isOutputFlag(one.attributeName())),
    })
    .addOption(
      new Option('--consultations <N/TIME>', 'maximum number of consultations across all runs within a window')
        .argParser(allowanceLimit)
        .default(allowanceLimit('50/7d'), '50/7d'),
    )
    .check(accountFaults)
    .check((command) => {
      const options = command.optsWithGlobals<McpOptions>();
      const [first] = OUTPUT_FLAGS.filter((name) => options[name] !== undefined);
      return [
        ...(first ? [`--${first}: the protocol determines the output format`] : []),
        ...(options.consultations?.limit === 0 ? ['--consultations: expected at least one consultation, got 0'] : []),
      ];
    })
    .action(async function run() {
      // The SDK is loaded only here, because loading takes longer than most commands, and the SDK may not be installed.
      const { serve } = await import('./serve.ts').catch((error: NodeJS.ErrnoException) => {
        if (!error.message.includes(SDK)) throw error;
        const install = `npm install ${SDK}@2`;
        throw new UserError(
          `mcp requires ${SDK}. Install it in the same place as this program: ${install}, or ${install} --global`,
        );
      });
      return serve(operations, this.optsWithGlobals<McpOptions>(), (line) => this.say(line));
    });
}
