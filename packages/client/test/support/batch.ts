import { createVehicleLookup, type Fetch, type VehicleLookup } from '../../src/index.ts';
import { turns } from './service.ts';

export const account = { user: 'demo', key: 'CANARY-7391', retry: false } as const;
export const at = (index: number): string => `WVWZZZ1KZAW${String(index).padStart(6, '0')}`;
export const vins = (count: number): string[] => Array.from({ length: count }, (_, index) => at(index));

/** The response of a fake service to the VIN with this number. */
export type Behaviour = (index: number, signal: AbortSignal | null | undefined) => Promise<Response> | Response;

export const found = (index: number): Response =>
  Response.json({ success: true, data: { carId: index + 1, make: 'VW' } });
export const failed = (status: number): Response => Response.json({ success: false, message: 'No.' }, { status });

/** The numbers of requests: total, in progress, maximum concurrent, and aborted. */
interface Seen {
  requests: number;
  running: number;
  most: number;
  cancelled: number;
}

/** Creates a client for a fake service, and counts its requests. */
export function fake(behave: Behaviour): { seen: Seen; client: VehicleLookup } {
  const seen: Seen = { requests: 0, running: 0, most: 0, cancelled: 0 };
  const fetch: Fetch = async (address, { signal }) => {
    seen.requests++;
    seen.most = Math.max(seen.most, ++seen.running);
    signal?.addEventListener('abort', () => seen.cancelled++);
    try {
      return await behave(Number(new URL(address).searchParams.get('vin')?.slice(-6)), signal);
    } finally {
      seen.running--;
    }
  };
  return { seen, client: createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch }) };
}

/** Responds after some turns, so that the order of responses differs from the order of requests. */
export const soon: Behaviour = async (index) => {
  await turns(index % 3);
  return found(index);
};

/** Never responds, but ends when the request is aborted. */
export const hang: Behaviour = (_, signal) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
