import type { Command } from '@vehicle-lookup/toolkit/command-line';
import { type KeptAccount, readProfiles } from './profiles.ts';

const KEY_VARIABLE = 'VEHICLE_LOOKUP_KEY';

/** The options that choose the account. */
export interface AccountChoice {
  baseUrl?: string;
  user?: string;
  /** The content of the file. */
  keyFile?: string;
  /** The name of the kept account. Default: default. */
  profile?: string;
}

/**
 * The account: flags and environment first, then the profile. A profile of another address or user is not mixed with them: its
 * key would be sent to a service that it is not for.
 */
export function accountOf({ baseUrl = '', user = '', keyFile, profile = 'default' }: AccountChoice): KeptAccount {
  const given = { baseUrl: spelling(baseUrl), user, key: keyFile ?? process.env[KEY_VARIABLE] ?? '' };
  if (baseUrl && user && given.key) return given;
  const kept = readProfiles().get(profile);
  if (!kept) return given;
  const address = spelling(kept.baseUrl);
  const isSame = (given.baseUrl || address) === address && (user || kept.user) === kept.user;
  return isSame ? { baseUrl: address, user: kept.user, key: given.key || kept.key } : given;
}

/** One spelling of a base URL, by which everything about its service is kept. The client rejects what is not a URL. */
const spelling = (baseUrl: string): string =>
  URL.canParse(baseUrl) ? new URL(baseUrl).href.replace(/(\/api)?\/*$/, '') : baseUrl;

/** The key of the account; empty if there is none. Never throws, so that it can be masked in any message. */
export function keyOf(options: AccountChoice): string {
  try {
    return accountOf(options).key;
  } catch {
    return '';
  }
}

/** The missing parts of the service and the account. Only commands that make requests need them. */
export function accountFaults(command: Command): string[] {
  const options = command.optsWithGlobals<AccountChoice & { key?: unknown }>();
  if (options.key !== undefined) {
    return [
      '--key: a key on the command line is visible to all users of this machine and stays in the history of the ' +
        'shell; put it in VEHICLE_LOOKUP_KEY, or in a file: --key-file FILE',
    ];
  }
  // Also where the environment has everything: a misspelt profile must not use another account.
  if (options.profile !== undefined && !readProfiles().has(options.profile)) {
    const kept = [...readProfiles().keys()].join(', ') || 'none';
    return [`--profile: there is no ${options.profile}; login has kept: ${kept}`];
  }
  const account = accountOf(options);
  const missing = (['baseUrl', 'user'] as const).flatMap((name) => {
    const option = (command.parent?.options ?? []).find((one) => one.attributeName() === name);
    // An invalid value is '', and has been reported.
    if (!option || options[name] !== undefined || account[name]) return [];
    return [`${option.long} is missing; give ${option.flags}, set ${option.envVar}, or run vehicle-lookup login`];
  });
  // An unreadable file is '', and its parser has reported it.
  if (!account.key && options.keyFile === undefined)
    missing.push(
      `the key is missing; put it in ${KEY_VARIABLE}, in a file: --key-file FILE, or run vehicle-lookup login`,
    );
  return missing;
}
