import type { Plan } from './accounts.ts';

/** How many keys of an account may be valid at once: enough to replace one without an interruption. */
export const LIVE_KEYS = 2;

/** Moments are ISO 8601 in UTC. */
export interface AccountEntry {
  id: number;
  user: string;
  plan: string;
  created: string;
  disabled: boolean;
}

export interface KeyEntry {
  id: number;
  user: string;
  /** The key's first characters. */
  prefix: string;
  created: string;
  /** undefined: never. */
  expires: string | undefined;
  state: 'live' | 'expired' | 'revoked';
}

/** The key itself is here once and nowhere else, ever. */
export type NewKey = KeyEntry & { key: string };

/**
 * Plans, accounts and keys as an administrator changes them. Every change is durable when it resolves and holds from
 * the next request on, in every process. All methods throw a UserError for a name that is not there.
 */
export interface AccountRegistry {
  plans(): Promise<Plan[]>;
  /**
   * Makes the plan or changes it, for all its accounts at once, with no other change in between.
   * @param make of what there is under the name; it has to be synchronous, and throws where no plan can be made of it
   * @throws UserError where the burst is out of its range; whatever `make` throws
   */
  setPlan(name: string, make: (known: Plan | undefined) => Plan): Promise<Plan>;
  /** By user. */
  accounts(): Promise<AccountEntry[]>;
  account(user: string): Promise<AccountEntry>;
  /** @throws UserError where the user exists or the name is not one */
  createAccount(user: string, plan: string): Promise<{ account: AccountEntry; key: NewKey }>;
  /**
   * Consultations in the new plan's window count, also those made before, as far back as the longest window of all plans
   * reached: older ones are forgotten, so a plan whose window becomes longer than any was begins with what is left.
   */
  setAccountPlan(user: string, plan: string): Promise<AccountEntry>;
  setDisabled(user: string, disabled: boolean): Promise<AccountEntry>;
  /** Of one account or of all, oldest first. */
  keys(user?: string): Promise<KeyEntry[]>;
  /** @throws UserError where the account has two live keys already */
  createKey(user: string, expires?: Date): Promise<NewKey>;
  revokeKey(id: number): Promise<KeyEntry>;
}
