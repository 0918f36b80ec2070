import type { Command } from '@vehicle-lookup/toolkit/command-line';
import { type KeptAccount, readProfiles } from './profiles.ts';

const KEY_VARIABLE = 'VEHICLE_LOOKUP_KEY';

/** Options that determine the account. */
export interface AccountChoice {
  baseUrl?: string;
  user?: string;
  /** Content of the key file. */
  keyFile?: string;
  /** Name of the stored profile. Default: `default`. */
  profile?: string;
}

/**
 * Returns the account. Flags and variables take precedence over the profile. A profile for a different URL or user is ignored,
 * because its key must not be sent to another service.
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

/** Normalises a base URL, which identifies the stored data of a service. The client rejects invalid URLs. */
const spelling = (baseUrl: string): string =>
  URL.canParse(baseUrl) ? new URL(baseUrl).href.replace(/(\/api)?\/*$/, '') : baseUrl;

/** Returns the key of the account, or an empty string. Never throws, because every message requires the key for masking. */
export function keyOf(options: AccountChoice): string {
  try {
    return accountOf(options).key;
  } catch {
    return '';
  }
}

/** Returns error messages about missing service and account settings, for commands that send requests. */
export function accountFaults(command: Command): string[] {
  const options = command.optsWithGlobals<AccountChoice & { key?: unknown }>();
  if (options.key !== undefined) {
    return [
      '--key: a key on the command line is visible to all users of this machine and stays in the shell ' +
        'history; set VEHICLE_LOOKUP_KEY or use --key-file FILE instead',
    ];
  }
  // A misspelt profile must not select another account, even if the environment is complete.
  if (options.profile !== undefined && !readProfiles().has(options.profile)) {
    const kept = [...readProfiles().keys()].join(', ') || 'none';
    return [`--profile ${options.profile} does not exist; stored profiles: ${kept}`];
  }
  const account = accountOf(options);
  const missing = (['baseUrl', 'user'] as const).flatMap((name) => {
    const option = (command.parent?.options ?? []).find((one) => one.attributeName() === name);
    // An invalid value is '' and has already been reported.
    if (!option || options[name] !== undefined || account[name]) return [];
    return [`${option.long} is missing; give ${option.flags}, set ${option.envVar}, or run vehicle-lookup login`];
  });
  // An unreadable file is '' and has already been reported by its parser.
  if (!account.key && options.keyFile === undefined)
    missing.push(`the key is missing; set ${KEY_VARIABLE}, give --key-file FILE, or run vehicle-lookup login`);
  return missing;
}
