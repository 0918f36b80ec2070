import { LOCK_OUT_RULES, type LockOut, type LockOutRules } from '../accounts/account.ts';
import { USER_NAME_LENGTH } from '../accounts/user-name.ts';

interface WrongKeys {
  count: number;
  /** When they are forgotten. */
  until: number;
}

/**
 * Each process counts for itself. If there are too many pairs, the one that was quiet longest is forgotten; unlocked
 * pairs never push out a locked one.
 * @param now milliseconds since 1970
 */
export function createMemoryLockOut(now: () => number, rules: LockOutRules = LOCK_OUT_RULES): LockOut {
  const counted = new Map<string, WrongKeys>();
  /** By pair, when the lock ends. */
  const locked = new Map<string, number>();

  function remember<Value>(pairs: Map<string, Value>, pair: string, value: Value): void {
    counted.delete(pair);
    locked.delete(pair);
    pairs.set(pair, value);
    // A map keeps the order in which its keys were added.
    if (pairs.size > rules.pairs) pairs.delete(pairs.keys().next().value as string);
  }

  function lockedSeconds(pair: string): number | undefined {
    const left = (locked.get(pair) ?? 0) - now();
    return left > 0 ? Math.ceil(left / 1000) : undefined;
  }

  return {
    lockedSeconds: async (user, address) => lockedSeconds(pairOf(user, address)),
    async countWrongKey(user, address) {
      const pair = pairOf(user, address);
      const seconds = lockedSeconds(pair);
      if (seconds !== undefined) {
        remember(locked, pair, locked.get(pair) as number);
        return seconds;
      }
      const before = counted.get(pair);
      const isFresh = before === undefined || before.until <= now();
      const { count, until } = isFresh ? { count: 0, until: now() + rules.windowSeconds * 1000 } : before;
      if (count + 1 < rules.wrongKeys) {
        remember(counted, pair, { count: count + 1, until });
        return undefined;
      }
      remember(locked, pair, now() + rules.lockSeconds * 1000);
      return rules.lockSeconds;
    },
    async forget(user, address) {
      const pair = pairOf(user, address);
      counted.delete(pair);
      locked.delete(pair);
    },
  };
}

/** An address holds no blank. Names are cut just above their maximum length, so that the memory is limited. */
const pairOf = (user: string, address: string): string => `${address} ${user.slice(0, USER_NAME_LENGTH + 1)}`;
