import { text } from 'node:stream/consumers';
import { createFetch } from '@vehicle-lookup/client';
import { InvalidArgumentError, UsageError } from '@vehicle-lookup/toolkit/command-line';
import type { CommonOptions } from '../options.ts';
import { openPrompt } from '../prompt.ts';
import { connect } from '../service.ts';
import { readKey } from './key-file.ts';
import { type KeptAccount, writeProfile } from './profiles.ts';

/** Keeps an account, and asks for what is not given. @returns what was kept, and where */
export async function login(options: Partial<CommonOptions>): Promise<string> {
  const { baseUrl, user, key } = await complete(options);
  connect({ baseUrl, user, key }, false);
  const name = options.profile ?? 'default';
  const file = writeProfile(name, { baseUrl, user, key });
  return `kept for the profile ${name} in ${file}, which only you can read`;
}

/** Asks for what is not given. @throws UsageError when there is no terminal to ask on */
async function complete(options: Partial<CommonOptions>): Promise<KeptAccount> {
  const { baseUrl, user, keyFile } = options;
  if (baseUrl) checkAddress(baseUrl);
  if (!process.stdin.isTTY) {
    if (!baseUrl || !user)
      throw new UsageError(`--${baseUrl ? 'user' : 'base-url'} is missing; there is no terminal to ask on`);
    return { baseUrl, user, key: keyFile ?? readTypedKey(await text(process.stdin)) };
  }
  const prompt = openPrompt();
  try {
    const address = baseUrl ?? (await prompt.ask('Base URL of the service: '));
    checkAddress(address);
    return {
      baseUrl: address,
      user: user ?? (await prompt.ask('User name: ')),
      key: keyFile ?? readTypedKey(await prompt.ask('Key (it is not shown): ', true)),
    };
  } finally {
    prompt.close();
  }
}

/** Nobody wants to type a key for an address that is rejected. @throws UsageError */
function checkAddress(baseUrl: string): void {
  try {
    createFetch({ baseUrl });
  } catch (error) {
    throw new UsageError(`--base-url: ${(error as Error).message.replace(/^.*?baseUrl: /, '')}`);
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
