import { bin, run } from '@vehicle-lookup/testing';
import { expect } from 'vitest';
import type { Credentials } from './ask.ts';

export interface ContractReport {
  verdict: string;
  findings: unknown[];
  cells: { operation: string; status: string; envelope?: string; state: string }[];
}

/** Verifies a service with the contract suite, which accesses it only over HTTP. */
export async function verify(address: string, { user, key }: Credentials): Promise<ContractReport> {
  const options = ['--target', 'service', '--profile', 'deep', '--assumptions', 'enforce', '--json'];
  const args = ['verify', '--base-url', address, ...options];
  const env = { VEHICLE_LOOKUP_USER: user, VEHICLE_LOOKUP_KEY: key };
  const { out, err } = await run(bin('contract'), args, { env });
  expect(err).toBe('');
  return JSON.parse(out);
}
