import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** What the requests of a load got. */
export interface LoadCounts {
  /** Responses by status. */
  statuses: Record<string, number>;
  /** Requests without a response: their connection broke. */
  broken: number;
  /** Responses that were not right. */
  wrong: string[];
  /** Milliseconds of each response. */
  times: number[];
  /** The moment of the latest response of each version of the catalogue, as `Date.now()`. */
  versions: Map<string, number>;
}

export interface Load {
  counts: LoadCounts;
  /** Sends no more; resolves when all responses are there. */
  stop(): Promise<void>;
}

/** How a load is sent, and what a valid response is. */
export interface LoadOptions {
  /** Requests that are under way together. */
  atOnce: number;
  /** Requests a second. Default: no limit; each response is followed by the next request. */
  rate?: number;
  /** False for an invalid response, which is kept in `wrong`. Default: every response is valid. */
  isRight?(response: IncomingMessage, body: string): boolean;
}

/**
 * Sends requests, at most `atOnce` at the same time. With a `rate` they are evenly spaced; a request that is late, because
 * `atOnce` others wait for their responses, is sent immediately.
 * @param pathOf the path of a request, by its number from 0
 */
export function startLoad(
  address: string,
  pathOf: (n: number) => string,
  { atOnce, rate = Number.POSITIVE_INFINITY, isRight = () => true }: LoadOptions,
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const counts: LoadCounts = { statuses: {}, broken: 0, wrong: [], times: [], versions: new Map() };
  const begin = performance.now();
  let [sent, stopped] = [0, false];

  async function request(path: string): Promise<void> {
    const start = performance.now();
    const response = await new Promise<IncomingMessage | undefined>((resolve) => {
      get(address + path, { agent }, resolve).on('error', () => resolve(undefined));
    });
    const body = await (response && text(response).catch(() => undefined));
    if (!response || body === undefined) {
      counts.broken++;
      return;
    }
    const status = response.statusCode ?? 0;
    const version = response.headers['x-catalogue-version'];
    counts.times.push(performance.now() - start);
    counts.statuses[status] = (counts.statuses[status] ?? 0) + 1;
    if (typeof version === 'string') counts.versions.set(version, Date.now());
    if (!isRight(response, body)) counts.wrong.push(`${status}: ${body}`);
  }
  async function lane(): Promise<void> {
    while (!stopped) {
      // It claims its number before it waits: no other lane waits for the same moment.
      const n = sent++;
      const due = begin + (n / rate) * 1000 - performance.now();
      if (due > 0) {
        await new Promise((resolve) => setTimeout(resolve, due));
        if (stopped) return;
      }
      await request(pathOf(n));
    }
  }
  const lanes = Promise.all(Array.from({ length: atOnce }, lane));
  return {
    counts,
    async stop() {
      stopped = true;
      await lanes;
      agent.destroy();
    },
  };
}

/** The value below which that part of the values lies. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? Number.NaN;
