import type { Assumption } from '@vehicle-lookup/openapi';
import type { ContractOperation } from '../plan/document.ts';
import type { KnownData } from '../plan/known-data.ts';
import type { RunTarget } from '../plan/profile.ts';
import { type Case, goodQuery, type Pair, type Request } from '../plan/request.ts';
import type { Judgement } from './judgement.ts';
import { type Fields, keepsRecords, records } from './records.ts';
import type { Violation } from './violation.ts';

/** What the responses of a run say of an assumption. */
export interface ProbeResult {
  state: 'confirmed' | 'contradicted' | 'not-observed';
  /** What was observed, or why nothing was; names places, not texts of the service. */
  how: string;
  /** The judgement that shows it. */
  by?: Judgement;
  /** Further texts of the finding; by default it expects the assumption's statement. */
  finding?: ProbeFinding;
}

/** What a finding says of a contradicted assumption. `clause`: it breaks this clause, whatever the assumption decides. */
export type ProbeFinding = Pick<Violation, 'next'> &
  Partial<Pick<Violation, 'title' | 'code' | 'clause' | 'expected' | 'header' | 'evidence' | 'compared' | 'standard'>>;

/** A request that only an assumption needs; its id says in words what it does. A document may lack its operation. */
export interface ProbeRequest extends Omit<Case, 'turn' | 'kind' | 'probeOf' | 'rests' | 'query'> {
  /** Makes the query from the one of the valid request. Default: the same. */
  query?: (good: Pair[], known: KnownData) => readonly Pair[] | undefined;
}

/** What a probe receives in addition to the judgements. */
export interface ProbeContext {
  /** The assumption that it judges. */
  id: string;
  target: RunTarget;
  /** The envelopes that the document lists for a success of an operation. The list of cases is generated without validators. */
  envelopesOf: (operation: string) => readonly string[];
}

/** How an assumption shows on a live service. */
export interface AssumptionCheck {
  /** Of the assumption. */
  id: string;
  /** Whether it holds only for the requests of one caller: recorded traffic may come from several. */
  isOfOneCaller?: true;
  /**
   * Whether a response to a request that rests on a clause would be right if the assumption were decided otherwise.
   * @param status the one that came
   */
  otherReading?: (request: Request, status: number) => boolean;
  /** Requests that nothing else in a plan needs. */
  requests?: readonly ProbeRequest[];
  /** @param judgements in the order in which the requests were made */
  judge: (judgements: readonly Judgement[], context: ProbeContext) => ProbeResult;
}

export const confirmed = (how: string): ProbeResult => ({ state: 'confirmed', how });
export const contradicted = (by: Judgement, how: string, finding: ProbeFinding): ProbeResult => ({
  state: 'contradicted',
  how,
  by,
  finding,
});
/** A clause is broken, which says nothing of the assumption. */
export const brokenClause = (
  by: Judgement,
  how: string,
  finding: ProbeFinding & Required<Pick<Violation, 'code' | 'clause'>>,
): ProbeResult => ({ state: 'not-observed', how, by, finding });
export const notObserved = (how: string): ProbeResult => ({ state: 'not-observed', how });

/** Confirmed where something was observed that would have been found wrong otherwise. */
export const confirmedBy = (count: number, what: string): ProbeResult =>
  count > 0 ? confirmed(`${count} × ${what}`) : notObserved(`not seen: ${what}`);

/** An assumption that no response can contradict that keeps its schema: confirmed where something of it was seen. */
export const seen = (
  id: string,
  what: string,
  count: (judgements: readonly Judgement[]) => number,
): AssumptionCheck => ({
  id,
  judge: (judgements) => confirmedBy(count(judgements), what),
});

/** Success responses that keep their schema, of these operations or of all. */
export const successes = (judgements: readonly Judgement[], operations?: readonly string[]): Judgement[] =>
  judgements.filter(
    ({ request, response, envelope }) =>
      response?.status === 200 && envelope !== undefined && (operations?.includes(request.operation) ?? true),
  );

/** The response to the valid request of an operation, where its records are right. */
export const goodResponse = (judgements: readonly Judgement[], operation: string): Judgement | undefined =>
  judgements.find(
    ({ request, response, envelope, json, violations }) =>
      request.kind === 'good' &&
      request.second === undefined &&
      request.operation === operation &&
      response?.status === 200 &&
      (envelope !== undefined || (json !== undefined && keepsRecords(violations))),
  );

/** All of their records. */
export const recordsOf = (judgements: readonly Judgement[]): Fields[] =>
  judgements.flatMap(({ json }) => (json ? records(json.body) : []));

/** The fields of a body that is an object. */
export const membersOf = ({ json }: Judgement): Fields =>
  typeof json?.body === 'object' && json.body !== null ? (json.body as Fields) : {};

/** The judgements of the requests that an assumption needs, without those that something else kept from an answer. */
export const ofProbe = (judgements: readonly Judgement[], id: string): Judgement[] =>
  judgements.filter(({ request, state }) => request.probeOf === id && state !== 'not-observed');

/** With a capital at its beginning, unless that is the name of an operation or of a field. */
export const sentence = (text: string): string =>
  /^[a-z]+\b(?!_)/.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;

/** Confirmed if each of these requests has the expected status. */
export function judgeStatuses(judgements: readonly Judgement[], { id }: Pick<ProbeContext, 'id'>): ProbeResult {
  const answered = ofProbe(judgements, id).filter(({ response }) => response);
  if (answered.length === 0) return notObserved('no such request was made');
  const all = answered.filter(({ request, response }) => String(response?.status) !== request.status);
  const [wrong] = all;
  if (wrong) {
    const { request, response } = wrong;
    const texts = all.map((one) => `${one.request.id}: status ${one.response?.status}, not ${one.request.status}`);
    return contradicted(wrong, texts.join('; '), {
      title: `${sentence(request.id)} returns ${response?.status}, not ${request.status}`,
      expected: `status ${request.status} to ${request.id}`,
      next: `Return ${request.status} for ${request.id}, not ${response?.status}.`,
    });
  }
  return confirmed(answered.map(({ request, response }) => `${request.id}: ${response?.status}`).join('; '));
}

/** The checks of a document's assumptions, by id. */
export type AssumptionChecks = ReadonlyMap<string, AssumptionCheck>;

/**
 * The checks of the assumptions that the document has. An assumption that has none, and whose `probe` begins with
 * `refused:`, is judged by its rejections.
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
 * The assumption that a wrong status contradicts: the one that the expected response rests on, or the one by another reading of
 * which the response that came is right. Undefined where a clause is broken.
 */
export const assumptionOfRequest = (checks: AssumptionChecks, request: Request, status: number): string | undefined =>
  request.rests.assumption ?? [...checks].find(([, { otherReading }]) => otherReading?.(request, status) === true)?.[0];

/** The requests that they ask for beside those of the document. */
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

/** Begins the `probe` text of an assumption that says which status certain invalid requests return. */
const BY_REJECTIONS = 'refused:';

/** The requests that rest on the assumption have the expected status. The check of the status finds contradictions. */
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
