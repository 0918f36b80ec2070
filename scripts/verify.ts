import { randomUUID } from 'node:crypto';
import { bin, run } from '@vehicle-lookup/testing';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { environment } from './servers.ts';

/** An account of the reference service. */
export interface CreatedAccount {
  user: string;
  key: string;
}

/**
 * Creates an account with a new key in a data directory of the service.
 * @throws UserError with the message of the command if it fails
 */
export const createAccount = async (dataDir: string, user: string, plan: string): Promise<CreatedAccount> =>
  JSON.parse(await administer(dataDir, ['account', 'create', '--user', user, '--plan', plan, '--json']));

/**
 * Creates a plan of one consultation in a data directory of the service.
 * @throws UserError with the message of the command if it fails
 */
export const createPlanOfOne = (dataDir: string, plan: string): Promise<string> =>
  administer(dataDir, ['plan', 'set', '--plan', plan, '--limit', '1', '--window', '30d']);

/**
 * Spends the only consultation of a plan.
 * @throws UserError with the status of a rejected request, which is not charged, so that the suite would not observe 429
 */
export async function useUpAllowance(address: string, user: string): Promise<void> {
  const { ok, status, body } = await fetch(address);
  await body?.cancel();
  if (!ok)
    throw new UserError(`the request that uses up the allowance of "${user}" got status ${status}, expected 200`);
}

async function administer(dataDir: string, args: readonly string[]): Promise<string> {
  const { code, out, err } = await run(bin('service'), [...args, '--data-dir', dataDir], { inherit: environment });
  if (code !== 0) throw new UserError(err.trim() || `${args.slice(0, 2).join(' ')} ended with ${code}`);
  return out;
}

/** Runs the contract suite's bin in this terminal. Exit code 2 means no verdict. */
export async function runSuite(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const { code } = await run(bin('contract'), args, { inherit: environment, env, output: 'terminal' });
  return typeof code === 'number' ? code : 2;
}

/**
 * Verifies a server with an account that may use every operation. The suite reads the key from the environment.
 * @param more further flags of the suite
 */
export const verify = (
  target: 'mock' | 'service',
  address: string,
  { user, key }: CreatedAccount,
  more: readonly string[] = [],
): Promise<number> =>
  runSuite(['verify', '--target', target, '--base-url', address, ...more], {
    VEHICLE_LOOKUP_USER: user,
    VEHICLE_LOOKUP_KEY: key,
  });

/** Returns an account for the mock, which accepts any account. The key is long enough for the suite to search for it in responses. */
export const anyAccount = (): CreatedAccount => ({ user: 'demo', key: randomUUID() });
