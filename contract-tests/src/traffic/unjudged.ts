import type { TrafficExchange } from '@vehicle-lookup/contract/recording';

/** Why a recorded response cannot be judged. */
export type Unjudged = 'no-response' | 'cached' | 'not-modified' | 'no-body' | 'unclear';

const CONDITIONS = ['if-none-match', 'if-modified-since'];

/** Why the recording of a response does not show what the service would send to the plain request; undefined if it does. */
export function whyUnjudged({ status, isCached, requestHeaders, body }: TrafficExchange): Unjudged | undefined {
  if (status === 0) return 'no-response';
  if (isCached) return 'cached';
  if (status === 304 && CONDITIONS.some((name) => requestHeaders.includes(name))) return 'not-modified';
  return body === undefined ? 'no-body' : undefined;
}

/** For a person, after a number of responses. */
const REASONS: Record<Unjudged, string> = {
  'no-response': 'never came: the caller may have given up',
  cached: 'are of the cache of the program that recorded them',
  'not-modified': 'are a 304 to a conditional request',
  'no-body': 'have no body in the recording',
  unclear: 'select no operation, or make two mistakes at once',
};

export interface TrafficCounts {
  exchanges: readonly TrafficExchange[];
  unjudged: readonly Unjudged[];
  cutLines: number;
  /** Of how many the credentials are unknown. */
  otherCredentials: number;
}

/** What the files could not show. */
export function notesOn({ exchanges, unjudged, cutLines, otherCredentials }: TrafficCounts): string[] {
  const of = (number: number, text: string): string[] =>
    number === 0 ? [] : [`${number} of ${exchanges.length} responses ${text}`];
  const count = (holds: (exchange: TrafficExchange) => boolean) => exchanges.filter(holds).length;
  const origins = new Set(exchanges.map(({ url }) => new URL(url).origin));
  return [
    `${exchanges.length - unjudged.length} recorded responses were judged; no request was made`,
    ...Object.entries(REASONS).flatMap(([reason, text]) =>
      of(unjudged.filter((one) => one === reason).length, `${text}: they were not judged`),
    ),
    ...of(
      count(({ isDecoded }) => isDecoded),
      'were decoded when they were recorded: their encoding was not judged',
    ),
    ...of(
      count(({ headers }) => headers.length <= 1),
      'have no headers in the recording: none were judged',
    ),
    ...of(
      count(({ started }) => started === undefined),
      'have no time in the recording: their clocks were not judged',
    ),
    ...of(otherCredentials, 'have no credentials in the query: whether they are demanded was not judged'),
    ...(cutLines === 0 ? [] : [`${cutLines} lines are cut off: they were left out`]),
    ...(origins.size > 1 ? [`responses of ${origins.size} addresses were judged as those of one service`] : []),
  ];
}
