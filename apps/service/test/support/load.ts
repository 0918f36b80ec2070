import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** The results of the requests in a load. */
export interface LoadCounts {
  /** Numbers of responses, keyed by status. */
  statuses: Record<string, number>;
  /** The number of requests without a response, because the connection broke. */
  broken: number;
  /** Invalid responses. */
  wrong: string[];
  /** The duration of each response in milliseconds. */
  times: number[];
  /** The time of the latest response for each catalogue version, as returned by `Date.now()`. */
  versions: Map<string, number>;
}

export interface Load {
  counts: LoadCounts;
  /** Stops sending requests, and resolves after all responses have arrived. */
  stop(): Promise<void>;
}

/** Options for the request rate and for the validation of responses. */
export interface LoadOptions {
  /** The maximum number of concurrent requests. */
  atOnce: number;
  /** Requests per second. Default: no limit; each response is followed by the next request. */
  rate?: number;
  /** Returns false for an invalid response, which is then added to `wrong`. Default: every response is valid. */
  isRight?(response: IncomingMessage, body: string): boolean;
}

/**
 * Sends up to `atOnce` concurrent requests. With a `rate`, the requests are evenly spaced. A request that is delayed because
 * `atOnce` requests are in progress is sent as soon as possible.
 * @param pathOf returns the path of a request by its number, starting at 0
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
      // The lane reserves its number before it waits, so that no other lane waits for the same time.
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

/** Returns the value below which the given fraction of the values lies. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? Number.NaN;
