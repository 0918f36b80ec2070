/** The last judged response to a planned request, in one of several runs. */
export interface PastResult {
  /** The id of the request. */
  id: string;
  operation: string;
  /** The declared status that it asked for. */
  status: string;
  /** The id of the clause or assumption that the expected response rests on. */
  clause?: string;
  assumption?: string;
  state: 'pass' | 'fail';
  /** When its run began, RFC 3339 in UTC. */
  at: string;
  /** Whether recorded traffic showed it, not a run. */
  isTraffic?: true;
}

/** What the requests of a run saw. */
export const resultsOf = (
  made: readonly (Omit<PastResult, 'state' | 'at' | 'isTraffic'> & { state: string })[],
  at: string,
): PastResult[] =>
  made.flatMap(({ id, operation, status, clause, assumption, state }) =>
    state === 'pass' || state === 'fail'
      ? [
          {
            id,
            operation,
            status,
            ...(clause === undefined ? {} : { clause }),
            ...(assumption === undefined ? {} : { assumption }),
            state,
            at,
          },
        ]
      : [],
  );

/** The newest result of every request. */
export function newest(results: readonly PastResult[]): PastResult[] {
  const byId = new Map<string, PastResult>();
  for (const result of results.toSorted((a, b) => (a.at < b.at ? -1 : 1))) byId.set(result.id, result);
  return [...byId.values()];
}

/** When each request was last made, by its id, in milliseconds since the epoch. */
export const lastMade = (results: readonly PastResult[]): Map<string, number> =>
  new Map(results.map(({ id, at }) => [id, Date.parse(at)]));

/** Valid responses that recorded traffic has shown since the last run: no run needs to pay for them. */
export function shownByTraffic(results: readonly PastResult[]): ReadonlySet<string> {
  const lastRun = results.reduce((last, { at, isTraffic }) => (!isTraffic && at > last ? at : last), '');
  return new Set(
    results.flatMap(({ id, at, state, isTraffic }) => (isTraffic && state === 'pass' && at > lastRun ? id : [])),
  );
}
