import { randomUUID } from 'node:crypto';
import { UserError } from '@vehicle-lookup/command-line';
import { bin, run } from '@vehicle-lookup/testing/scripts';
import { environment } from './servers.ts';

/** An account of the reference service. */
export interface Account {
  user: string;
  key: string;
}

/**
 * Creates an account on a data directory of the service; its key is new.
 * @throws with the message of the command when it fails
 */
export async function createAccount(dataDir: string, user: string, plan: string): Promise<Account> {
  const args = ['account', 'create', '--user', user, '--plan', plan, '--json', '--data-dir', dataDir];
  const { code, out, err } = await run(bin('service'), args, { inherit: environment });
  if (code !== 0) throw new UserError(err.trim() || `creating an account ended with ${code}`);
  return JSON.parse(out);
}

/** Runs the contract suite's bin on this terminal. Exit code 2 means that there is no verdict. */
export async function runSuite(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const { code } = await run(bin('contract'), args, { inherit: environment, env, output: 'terminal' });
  return typeof code === 'number' ? code : 2;
}

/**
 * Verifies a server with an account that may use every operation; the suite reads the key from the environment.
 * @param more further flags of the suite
 */
export const verify = (
  target: 'mock' | 'service',
  address: string,
  { user, key }: Account,
  more: readonly string[] = [],
): Promise<number> =>
  runSuite(['verify', '--target', target, '--base-url', address, ...more], {
    VEHICLE_LOOKUP_USER: user,
    VEHICLE_LOOKUP_KEY: key,
  });

/** An account for the mock, which takes any. The key is long enough to be looked for in the replies. */
export const anyAccount = (): Account => ({ user: 'demo', key: randomUUID() });
