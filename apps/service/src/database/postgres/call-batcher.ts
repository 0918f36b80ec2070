import { type Batcher, createBatcher } from '../batcher.ts';
import { StorageError } from '../storage-error.ts';

/** Items of one call: more would only make the others wait. */
const LARGEST_CALL = 1_000;
/** Items that may wait; more are refused at once, because their clients would be gone before their turn. */
const LONGEST_QUEUE = 10_000;

/** Is told of every call of the database: how long it took, and how many requests it was for. */
export type OnCall = (seconds: number, requests: number) => void;

/**
 * Sends requests to the database, several in one call. There is one call at a time: a second one would wait for rows that
 * the first has locked.
 * @param location of the database, for messages
 */
export function createCallBatcher<Item, Result>(
  call: (items: Item[]) => Promise<Result[]>,
  location: string,
  onCall?: OnCall,
): Batcher<Item, Result> {
  const text = `too slow: ${LONGEST_QUEUE} requests wait for it. Look for what slows PostgreSQL down`;
  const error = () => new StorageError('unavailable', location, text, undefined);
  return createBatcher(call, { largest: LARGEST_CALL, room: { items: LONGEST_QUEUE, error }, onDone: onCall });
}
