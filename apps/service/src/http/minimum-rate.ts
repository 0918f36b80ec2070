import type { Reply } from '@vehicle-lookup/http-front';

/**
 * A long reply that is sent in chunks, with a time for each: a client that takes a byte now and then would keep its
 * connection, and an old version of the catalogue, open for days. Other replies are one chunk in memory.
 * @param onSlow called if a chunk was not taken in time
 */
export function withMinimumRate(reply: Reply, chunkMs: number, onSlow: () => void): Reply {
  const { body } = reply;
  return typeof body === 'object' ? { ...reply, body: timed(body, chunkMs, onSlow) } : reply;
}

async function* timed(chunks: AsyncIterable<string>, ms: number, onSlow: () => void): AsyncGenerator<string> {
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const chunk of chunks) {
      timer = setTimeout(onSlow, ms);
      // It goes on once there is room for another chunk.
      yield chunk;
      clearTimeout(timer);
    }
  } finally {
    clearTimeout(timer);
  }
}
