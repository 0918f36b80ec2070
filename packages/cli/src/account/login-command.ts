import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Command, InvalidArgumentError, UsageError } from '@vehicle-lookup/command-line';
import { EXIT } from '../exit-code.ts';
import type { CommonOptions } from '../options.ts';
import { connect } from '../service.ts';
import { readKey } from './key-file.ts';
import { writeProfile } from './profiles.ts';

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
      const options = this.optsWithGlobals<Partial<CommonOptions>>();
      const baseUrl = options.baseUrl ?? (await ask('Base address of the service', '--base-url URL'));
      const user = options.user ?? (await ask('User name', '--user NAME'));
      const key = options.keyFile ?? readTypedKey(await askSecretly());
      connect({ baseUrl, user, key }, false);
      const name = options.profile ?? 'default';
      const file = writeProfile(name, { baseUrl, user, key });
      this.say(`kept for the profile ${name} in ${file}, which only you can read`);
      return EXIT.ok;
    });

/** @throws UsageError when there is no terminal to ask on */
async function ask(question: string, flag: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`${flag.split(' ')[0]} is missing; give ${flag}`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`${question}: `)).trim();
  } finally {
    terminal.close();
  }
}

/** Reads the key from a terminal without showing it, or from standard input. */
async function askSecretly(): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  process.stderr.write('Key (it is not shown): ');
  const silent = new Writable({ write: (_piece, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

function readTypedKey(typed: string): string {
  try {
    return readKey(typed);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new UsageError(`the key: ${error.message.replace('a file that contains only the key', 'one word')}`);
  }
}
