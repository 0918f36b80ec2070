import { Command } from '@vehicle-lookup/toolkit/command-line';
import type { CommonOptions } from '../options.ts';
import { accountFaults } from './account.ts';

/** Creates the command `login`, which stores an account for later calls without sending a request. */
export const loginCommand = (): Command =>
  new Command('login')
    .summary('Store the URL, user and key for later calls')
    .description(
      'Stores the URL, user and key in a file that only you can read, and prompts for missing values. The key is read from ' +
        '--key-file, from a hidden prompt on the terminal, or from standard input. The command does not send requests.',
    )
    .check((command) => (command.optsWithGlobals().key === undefined ? [] : ['--key: use --key-file FILE instead']))
    .action(async function run() {
      const { login } = await import('./login.ts');
      this.say(await login(this.optsWithGlobals<CommonOptions>()));
    });

/** Creates the command `usage`, which prints the number of remaining consultations without sending a request. */
export const usageCommand = (): Command =>
  new Command('usage')
    .summary('Print the number of remaining consultations')
    .description(
      'Prints the number of remaining consultations from the last response of the service, without sending a request.',
    )
    .check(accountFaults)
    .action(async function run() {
      const { printUsage } = await import('./usage.ts');
      return printUsage(this.optsWithGlobals<CommonOptions>(), (line) => this.say(line));
    });
