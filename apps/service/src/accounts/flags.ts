import type { CommandInput } from '../command.ts';
import { dataFolder } from '../data-folder.ts';
import { got } from '../suggest.ts';
import { UserError } from '../user-error.ts';
import { type Accounts, openAccounts } from './open.ts';

type Flags = CommandInput['flags'];

/** The flag's value. @throws UserError where it is missing */
export function required(flags: Flags, name: string): string {
  const value = flags[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new UserError(`--${name} is missing; expected --${name} ${name.toUpperCase()}.`, 2);
}

/** The flag's value; undefined where it was not given. @throws UserError where it is empty: it meant some value */
export function optional(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  if (value === '') throw new UserError(`--${name}: expected --${name} ${name.toUpperCase()}, got an empty text.`, 2);
  return typeof value === 'string' ? value : undefined;
}

/** @throws UserError unless the text is an integer of the range, in decimal digits */
export function parseCount(what: string, text: string, max: number): number {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= max) return count;
  throw new UserError(`${what}: expected a whole number from 1 to ${max}, ${got(text)}.`, 2);
}

/** @throws UserError where a flag was given that the action does not take: it would be passed over in silence */
export function allowOnly(flags: Flags, names: string[], action: string): void {
  const extra = Object.keys(flags).filter((name) => flags[name] !== undefined && !names.includes(name));
  if (extra.length === 0) return;
  const takes = names.length === 0 ? 'no flags of its own' : names.map((name) => `--${name}`).join(', ');
  throw new UserError(`${action} does not take --${extra.join(', --')}; it takes ${takes}.`, 2);
}

/** Opens the accounts for one command and closes them behind it. */
export async function withAccounts<T>(
  dataDir: string,
  work: (accounts: Accounts) => Promise<T>,
  options: { prepare?: boolean } = {},
): Promise<T> {
  const accounts = await openAccounts(dataFolder(dataDir), options);
  try {
    return await work(accounts);
  } finally {
    accounts.close();
  }
}
