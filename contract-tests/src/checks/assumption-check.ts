import type { Assumption } from '@vehicle-lookup/openapi';
import type { ContractOperation } from '../plan/document.ts';
import type { KnownData } from '../plan/known-data.ts';
import type { RunTarget } from '../plan/profile.ts';
import { type Case, goodQuery, type Pair, type Request } from '../plan/request.ts';
import type { Judgement } from './judgement.ts';
import { type Fields, keepsRecords, records } from './records.ts';
import type { Violation } from './violation.ts';

/** The result of checking an assumption against the responses of a run. */
export interface ProbeResult {
  state: 'confirmed' | 'contradicted' | 'not-observed';
  /** The observation, or the reason why none was made. It contains locations, not strings from the service. */
  how: string;
  /** The judgement that proves the result. */
  by?: Judgement;
  /** Additional texts for the finding. By default, `expected` is the assumption's statement. */
  finding?: ProbeFinding;
}

/** The texts of a finding about a contradicted assumption. `clause`: the clause that the response violates regardless of the assumption. */
export type ProbeFinding = Pick<Violation, 'next'> &
  Partial<Pick<Violation, 'title' | 'code' | 'clause' | 'expected' | 'header' | 'evidence' | 'compared' | 'standard'>>;

/** A request that only an assumption check needs. Its id describes the request. The document may not contain its operation. */
export interface ProbeRequest extends Omit<Case, 'turn' | 'kind' | 'probeOf' | 'rests' | 'query'> {
  /** Derives the query from the query of the valid request. Default: the same query. */
  query?: (good: Pair[], known: KnownData) => readonly Pair[] | undefined;
}

/** The context that an assumption check receives in addition to the judgements. */
export interface ProbeContext {
  /** The id of the checked assumption. */
  id: string;
  target: RunTarget;
  /** Returns the envelopes that the document lists for a successful response. The list of cases is generated without validators. */
  envelopesOf: (operation: string) => readonly string[];
}

/** A check of an assumption against a live service. */
export interface AssumptionCheck {
  /** The assumption id. */
  id: string;
  /** Whether the check is valid only for requests from a single caller. Recorded traffic may come from several callers. */
  isOfOneCaller?: true;
  /**
   * Returns whether a response to a request based on a clause would be valid if the assumption were decided differently.
   * @param status the received status
   */
  otherReading?: (request: Request, status: number) => boolean;
  /** Requests that only this check needs. */
  requests?: readonly ProbeRequest[];
  /** Checks the assumption. @param judgements the judgements in the order of their requests */
  judge: (judgements: readonly Judgement[], context: ProbeContext) => ProbeResult;
}

export const confirmed = (how: string): ProbeResult => ({ state: 'confirmed', how });
export const contradicted = (by: Judgement, how: string, finding: ProbeFinding): ProbeResult => ({
  state: 'contradicted',
  how,
  by,
  finding,
});
/** Returns the result for a violated clause. The violation neither confirms nor contradicts the assumption. */
export const brokenClause = (
  by: Judgement,
  how: string,
  finding: ProbeFinding & Required<Pick<Violation, 'code' | 'clause'>>,
): ProbeResult => ({ state: 'not-observed', how, by, finding });
export const notObserved = (how: string): ProbeResult => ({ state: 'not-observed', how });

/** Returns `confirmed` if at least one response was observed that would otherwise have contradicted the assumption. */
export const confirmedBy = (count: number, what: string): ProbeResult =>
  count > 0 ? confirmed(`${count} × ${what}`) : notObserved(`not observed: ${what}`);

/** Creates a check for an assumption that only a schema violation can contradict. The first observation confirms it. */
export const seen = (
  id: string,
  what: string,
  count: (judgements: readonly Judgement[]) => number,
): AssumptionCheck => ({
  id,
  judge: (judgements) => confirmedBy(count(judgements), what),
});

/** Returns the successful responses that match their schema, from the given operations or from all. */
export const successes = (judgements: readonly Judgement[], operations?: readonly string[]): Judgement[] =>
  judgements.filter(
    ({ request, response, envelope }) =>
      response?.status === 200 && envelope !== undefined && (operations?.includes(request.operation) ?? true),
  );

/** Returns the response to an operation's valid request if the records in the response are valid. */
export const goodResponse = (judgements: readonly Judgement[], operation: string): Judgement | undefined =>
  judgements.find(
    ({ request, response, envelope, json, violations }) =>
      request.kind === 'good' &&
      request.second === undefined &&
      request.operation === operation &&
      response?.status === 200 &&
      (envelope !== undefined || (json !== undefined && keepsRecords(violations))),
  );

/** Returns the records of all given responses. */
export const recordsOf = (judgements: readonly Judgement[]): Fields[] =>
  judgements.flatMap(({ json }) => (json ? records(json.body) : []));

/** Returns the fields of an object body, and no fields for any other body. */
export const membersOf = ({ json }: Judgement): Fields =>
  typeof json?.body === 'object' && json.body !== null ? (json.body as Fields) : {};

/** Returns the judgements of the requests made for an assumption, except requests without an observed response. */
export const ofProbe = (judgements: readonly Judgement[], id: string): Judgement[] =>
  judgements.filter(({ request, state }) => request.probeOf === id && state !== 'not-observed');

/** Capitalises the first letter, unless the text starts with the name of an operation or a field. */
export const sentence = (text: string): string =>
  /^[a-z]+\b(?!_)/.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;

/** Returns `confirmed` if every request made for the assumption returned the expected status. */
export function judgeStatuses(judgements: readonly Judgement[], { id }: Pick<ProbeContext, 'id'>): ProbeResult {
  const answered = ofProbe(judgements, id).filter(({ response }) => response);
  if (answered.length === 0) return notObserved('its requests were not sent');
  const all = answered.filter(({ request, response }) => String(response?.status) !== request.status);
  const [wrong] = all;
  if (wrong) {
    const { request, response } = wrong;
    const texts = all.map((one) => `${one.request.id}: status ${one.response?.status}, not ${one.request.status}`);
    return contradicted(wrong, texts.join('; '), {
      title: `${sentence(request.id)} returns ${response?.status}, not ${request.status}`,
      expected: `status ${request.status} for ${request.id}`,
      next: `Return ${request.status} for ${request.id}, not ${response?.status}.`,
    });
  }
  return confirmed(answered.map(({ request, response }) => `${request.id}: ${response?.status}`).join('; '));
}

/** The checks of a document's assumptions, by id. */
export type AssumptionChecks = ReadonlyMap<string, AssumptionCheck>;

/**
 * Returns the checks of the document's assumptions. An assumption without a check is
 * judged by its rejections if its `probe` begins with `refused:`.
 * @param assumptions by id
 */
export function checksOf(
  assumptions: ReadonlyMap<string, Assumption>,
  written: readonly AssumptionCheck[],
): AssumptionChecks {
  const own = new Map(written.map((check) => [check.id, check]));
  return new Map(
    [...assumptions]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([id, { probe }]) => {
        const check = own.get(id) ?? (probe.startsWith(BY_REJECTIONS) ? judgedByRejections(id) : undefined);
        return check ? [[id, check] as const] : [];
      }),
  );
}

/**
 * Returns the ID of the assumption that an unexpected status contradicts: the basis of the expected response, or an assumption
 * with an alternative reading that allows the actual response. Undefined if the status violates a clause.
 */
export const assumptionOfRequest = (checks: AssumptionChecks, request: Request, status: number): string | undefined =>
  request.rests.assumption ?? [...checks].find(([, { otherReading }]) => otherReading?.(request, status) === true)?.[0];

/** Returns the test cases that the checks need in addition to the document's test cases. */
export const probeRequests = (checks: AssumptionChecks, operations: readonly ContractOperation[]): Case[] =>
  [...checks].flatMap(([id, { requests = [] }]) =>
    requests.flatMap(({ query = (good) => good, ...request }): Case[] =>
      operations
        .filter(({ entry }) => entry.id === request.operation)
        .map(({ entry }) => ({
          ...request,
          query: (known) => query(goodQuery(entry, known), known),
          kind: 'probe',
          probeOf: id,
          rests: { assumption: id },
          turn: { kind: `${id} ${request.id}`, overlookedBy: 'all' },
        })),
    ),
  );

/** The prefix of `probe` in assumptions about the status of certain invalid requests. */
const BY_REJECTIONS = 'refused:';

/** Creates a check that counts the expected rejections based on an assumption. The status check reports contradictions. */
const judgedByRejections = (id: string): AssumptionCheck => ({
  id,
  judge: (judgements) => {
    const rejected = judgements.filter(
      ({ request, response }) => request.rests.assumption === id && String(response?.status) === request.status,
    );
    const statuses = [...new Set(rejected.map(({ response }) => response?.status))];
    return confirmedBy(rejected.length, `rejected with ${statuses.join(' and ') || 'the expected status'}`);
  },
});
