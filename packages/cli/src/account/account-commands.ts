import { Command } from '@vehicle-lookup/toolkit/command-line';
import type { CommonOptions } from '../options.ts';
import { accountFaults } from './account.ts';

/** Creates the command `login`, which keeps an account for later calls. It makes no request. */
export const loginCommand = (): Command =>
  new Command('login')
    .summary('Keep address, user and key for later calls')
    .description(
      'Keeps address, user and key in a file that only you can read. It asks for what is not given; the key comes from ' +
        '--key-file, from the terminal, where it is not shown, or from standard input. It makes no request.',
    )
    .check((command) => (command.optsWithGlobals().key === undefined ? [] : ['--key: pass the key by --key-file FILE']))
    .action(async function run() {
      const { login } = await import('./login.ts');
      this.say(await login(this.optsWithGlobals<CommonOptions>()));
    });

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
