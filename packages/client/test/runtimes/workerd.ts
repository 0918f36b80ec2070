import { startWorkerd } from '../../bench/runtimes/workerd.ts';
import type { Addresses, Outcomes } from './behaviours.ts';

/** Runs the bundle in workerd. */
export async function runInWorkerd(directory: string, addresses: Addresses): Promise<Outcomes> {
  const worker = await startWorkerd(directory, ['worker.js', 'behaviours.js']);
  try {
    const response = await fetch(worker.address, { method: 'POST', body: JSON.stringify(addresses) });
    return (await response.json()) as Outcomes;
  } finally {
    await worker.stop();
  }
}
