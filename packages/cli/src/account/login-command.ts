import { Command } from '@vehicle-lookup/toolkit/command-line';
import type { AccountChoice } from './account.ts';

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
      this.say(await login(this.optsWithGlobals<AccountChoice>()));
    });
