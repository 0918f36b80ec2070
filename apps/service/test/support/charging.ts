import { join } from 'node:path';
import { type Server, startServer } from '@vehicle-lookup/testing';

const CHILD = join(import.meta.dirname, 'charging-child.ts');

/** Options of a charging process. */
export interface Charging {
  account: number;
  limit: number;
  attempts: number;
  atOnce: number;
  /** The clock offset of the process in milliseconds. */
  ahead?: number;
}

/** Starts a process that charges an account, and waits until it is ready. */
export const startCharging = (root: string, charging: Charging, databaseUrl?: string): Promise<Server> => {
  const { account, limit, attempts, atOnce, ahead = 0 } = charging;
  const args = [root, ...[account, limit, attempts, atOnce, ahead].map(String)];
  return startServer(CHILD, args, { env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } });
};

export interface ChargeCounts {
  attempts: number;
  acknowledged: number;
  rejected: number;
  failed: number;
}

/** Returns the counts that a process has printed until its end. */
export async function chargeCounts(charging: Server): Promise<ChargeCounts> {
  const { out } = await charging.ended;
  const count = (sign: string) => out.split(sign).length - 1;
  return { attempts: count('?'), acknowledged: count('+'), rejected: count('-'), failed: count('!') };
}

/** Returns the sums of several counts. */
export const sumOf = (counts: readonly ChargeCounts[]): ChargeCounts => {
  const sum = (name: keyof ChargeCounts) => counts.reduce((total, one) => total + one[name], 0);
  return {
    attempts: sum('attempts'),
    acknowledged: sum('acknowledged'),
    rejected: sum('rejected'),
    failed: sum('failed'),
  };
};
