import { Command } from '@vehicle-lookup/toolkit/command-line';
import type { CommonOptions } from '../options.ts';
import { accountFaults } from './account.ts';

/** Creates the command `usage`: how many consultations are left, as the service last said. It makes no request. */
export const usageCommand = (): Command =>
  new Command('usage')
    .summary('How many consultations are left')
    .description(
      'Prints how many consultations are left. The service said it with its last response; no request is made.',
    )
    .check(accountFaults)
    .action(async function run() {
      const { printUsage } = await import('./usage.ts');
      return printUsage(this.optsWithGlobals<CommonOptions>(), (line) => this.say(line));
    });
