import type { Layer } from '@vehicle-lookup/client';
import { createAllowance } from '@vehicle-lookup/client/allowance';
import { createCache } from '@vehicle-lookup/client/cache';
import { fileStore } from '@vehicle-lookup/client/file-store';
import { type allowanceLimit, explain, UserError } from '@vehicle-lookup/toolkit/command-line';

/** How many consultations may be spent in a rolling window. */
export type ConsultationLimit = ReturnType<typeof allowanceLimit>;

/** What the tools of an account have spent, whichever program started them. */
export interface ToolLedger extends ConsultationLimit {
  /** Keep responses, and let no request pass beyond the limit. */
  layers: Layer[];
  /** The consultations that are left now. */
  remaining(): Promise<number>;
}

/** A response is kept so long, in seconds. */
const MAX_AGE = 30 * 86_400;

/**
 * Opens the ledger of an account.
 * @param directory is created if it does not exist; several processes may use it
 * @throws UserError when the directory cannot be written
 */
export async function openLedger(directory: string, limit: ConsultationLimit): Promise<ToolLedger> {
  try {
    const store = fileStore(directory);
    // A request that got no response counts, because it may have been charged: the limit has to hold whatever the network does.
    const { layer, remaining } = createAllowance({ ...limit, store, countLost: true });
    await remaining();
    return { ...limit, layers: [createCache({ maxAge: MAX_AGE, store }), layer], remaining };
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? explain(Object.assign(cause, { path: directory })) : message;
    throw new UserError(`no tool is served without a ledger of what is spent: ${reason}`);
  }
}
