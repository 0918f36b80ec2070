/** The largest burst of a plan: that many moments are kept in memory for each of its active accounts. */
export const GREATEST_BURST = 10_000;

/** What an account may do. Plans are data: a new plan needs no code. */
export interface Plan {
  name: string;
  /** Consultations in any window of `windowSeconds`. */
  limit: number;
  windowSeconds: number;
  /** Requests a second, charged or not; from 1 to GREATEST_BURST. */
  burst: number;
  /** operationIds that the plan does not include. */
  excluded: string[];
}

/** An account whose credentials are correct. */
export interface Account {
  id: number;
  user: string;
  plan: Plan;
}

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

/** The only value that holds the key itself. */
export type NewKey = KeyEntry & { key: string };

/**
 * Plans, accounts and keys as an administrator changes them. A change is durable once it resolves and holds from the
 * next request on, in every process. All methods throw a UserError for a name that does not exist.
 */
export interface AccountRegistry {
  plans(): Promise<Plan[]>;
  /**
   * Creates or changes the plan, for all its accounts at once, in one transaction.
   * @param make returns the plan, given the existing one; it is synchronous, and throws if it cannot make a plan
   * @throws UserError if the burst is out of range; whatever `make` throws
   */
  setPlan(name: string, make: (existing: Plan | undefined) => Plan): Promise<Plan>;
  /** @throws UserError if an account has the plan */
  deletePlan(name: string): Promise<Plan>;
  /** By user. */
  accounts(): Promise<AccountEntry[]>;
  account(user: string): Promise<AccountEntry>;
  /** @throws UserError if the user exists or the name is invalid */
  createAccount(user: string, plan: string): Promise<{ account: AccountEntry; key: NewKey }>;
  /**
   * Earlier consultations count in the new plan's window, too, as far back as the longest window of all plans: older ones
   * are deleted. So a plan whose window is longer than any before starts with the consultations that are left.
   */
  setAccountPlan(user: string, plan: string): Promise<AccountEntry>;
  /**
   * Erases the account with its keys and the consultations in its window. Its daily usage is kept without the name, together
   * with that of other deleted accounts.
   */
  deleteAccount(user: string): Promise<AccountEntry>;
  setDisabled(user: string, disabled: boolean): Promise<AccountEntry>;
  /** Of one account or of all, oldest first. */
  keys(user?: string): Promise<KeyEntry[]>;
  /** @throws UserError if the account already has two live keys */
  createKey(user: string, expires?: Date): Promise<NewKey>;
  revokeKey(id: number): Promise<KeyEntry>;
}
