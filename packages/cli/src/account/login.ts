import { text } from 'node:stream/consumers';
import { createFetch } from '@vehicle-lookup/client';
import { UsageError } from '@vehicle-lookup/toolkit/command-line';
import { openPrompt } from '../prompt.ts';
import { connect, withFlags } from '../service.ts';
import type { AccountChoice } from './account.ts';
import { readKey } from './key-file.ts';
import { writeProfile } from './profiles.ts';

/**
 * Stores an account, and prompts for missing values.
 * @returns a message with the profile and its file
 * @throws UsageError if a value is missing and there is no terminal for a prompt
 */
export async function login({ profile = 'default', ...given }: AccountChoice): Promise<string> {
  const prompt = process.stdin.isTTY ? openPrompt() : undefined;
  const ask = (flag: string, question: string) => {
    if (!prompt) throw new UsageError(`${flag} is missing, and there is no terminal for a prompt`);
    return prompt.ask(question);
  };
  const askKey = async () => {
    const typed = await (prompt ? prompt.ask('Key (hidden): ', true) : text(process.stdin));
    return readKey(typed, (found) => new UsageError(`the key: expected one word, found ${found}`));
  };
  try {
    const baseUrl = given.baseUrl ?? (await ask('--base-url', 'Base URL of the service: '));
    // Reject an invalid URL before the user types a key.
    withFlags(() => createFetch({ baseUrl }));
    const user = given.user ?? (await ask('--user', 'User name: '));
    const account = { baseUrl, user, key: given.keyFile ?? (await askKey()) };
    connect(account, false);
    return `stored as profile ${profile} in ${writeProfile(profile, account)}, which only you can read`;
  } finally {
    prompt?.close();
  }
}
