import type { Document } from '@vehicle-lookup/openapi';
import { expandPlace, readClauses, type ShownExchange, shownPlaces } from '@vehicle-lookup/openapi/provenance';
import type { Judgement } from '../checks/judgement.ts';
import { oncePer } from '../once-per.ts';
import type { RunFinding } from './findings.ts';
import type { Cell } from './report.ts';

/** What a run found out about one clause of the specification. */
export interface VerifiedClause {
  id: string;
  /** The words of the specification. */
  words: string;
  /**
   * - `observed`: responses that could have broken it came, and kept it
   * - `contradicted`: a response broke it
   * - `not-asked`: nothing that came could have broken it; `how` says why
   * - `not-observable`: no single response can show it
   */
  state: 'observed' | 'contradicted' | 'not-asked' | 'not-observable';
  /** What was observed, or why nothing was. */
  how: string;
}

/** Holds every clause of the specification against the responses of a run. */
export function verifiedClauses(
  document: Document,
  judgements: readonly Judgement[],
  findings: readonly RunFinding[],
  cells: readonly Cell[],
): VerifiedClause[] {
  const { show, clauses } = whatIsStated(document);
  const right = judgements.filter(({ state, response }) => state === 'pass' && response !== undefined);
  const shown = right.map((judgement) => ({ judgement, places: show(exchangeOf(judgement)) }));
  return clauses.map(({ id, words, stated }) => {
    const broken = findings.filter(({ clause, level }) => clause === id && level === 'failure');
    if (broken.length > 0) return { id, words, state: 'contradicted', how: brokenText(broken) };
    const isKept = ({ judgement: { request }, places: kept }: (typeof shown)[number]) =>
      request.rests.clause === id || (isOf(stated, request.operation) && stated.some((place) => kept.has(place)));
    const kept = shown.filter(isKept).map(({ judgement }) => judgement);
    if (kept.length > 0) return { id, words, state: 'observed', how: keptText(kept) };
    const asked = judgements.find(({ request, reason }) => request.rests.clause === id && reason !== undefined);
    const how = asked?.reason ?? whyNotAsked(stated, cells);
    return how === undefined
      ? { id, words, state: 'not-observable', how: 'no single response can show it' }
      : { id, words, state: 'not-asked', how };
  });
}

const exchangeOf = ({ request, response, json, envelope }: Judgement): ShownExchange => ({
  operation: request.operation,
  status: String(response?.status),
  parameters: request.query.map(([name]) => name),
  missing: request.kind === 'missing-parameter' ? request.parameter : undefined,
  json,
  envelope,
});

/** Of a document: what a response shows of it, and the clauses with the places that state them. */
const whatIsStated = oncePer((document: Document) => ({
  show: shownPlaces(document),
  clauses: [...readClauses(document)].map(([id, { text: words, places }]) => ({
    id,
    words,
    stated: ownPlaces(places.flatMap((place) => expandPlace(document, place))),
  })),
}));

/** The places that nothing but the clause is about: not texts, nor a whole schema that others use, where a part is named. */
function ownPlaces(places: readonly string[]): string[] {
  const own = places.filter((place) => !isText(place));
  const parts = own.filter((place) => !/^\/components\/schemas\/[^/]+$/.test(place));
  return parts.some((place) => place.startsWith('/components/schemas/')) ? parts : own;
}

/** The operations that a clause states; none if it is about more than an operation. */
const operationsIn = (stated: readonly string[]): string[] =>
  stated.flatMap((place) => /^\/components\/pathItems\/([^/]+)\/\w+$/.exec(place)?.[1] ?? []);

/** A clause that states one operation is shown by the responses of this one alone. */
function isOf(stated: readonly string[], operation: string): boolean {
  const operations = operationsIn(stated);
  return operations.length === 0 || operations.includes(operation);
}

/** Undefined where the document states nothing that a request or response is made of. */
function whyNotAsked(stated: readonly string[], cells: readonly Cell[]): string | undefined {
  const status = stated.map((place) => /\/responses\/(\d{3})$/.exec(place)?.[1]).find((found) => found !== undefined);
  const operations = operationsIn(stated);
  const reasons = cells
    .filter((cell) => (operations.length === 0 ? cell.status === status : operations.includes(cell.operation)))
    .flatMap(({ reason }) => reason ?? []);
  return reasons[0] ?? (stated.some(isPart) ? 'no valid response shows it' : undefined);
}

/** A component or what is in it, which requests and responses are made of. */
const isPart = (pointer: string): boolean => /^\/components\/\w+\/./.test(pointer);

const brokenText = (findings: readonly RunFinding[]): string =>
  `${[...new Set(findings.map(({ code }) => code))].join(', ')} in ${operationsText(findings)}`;

const keptText = (judgements: readonly Judgement[]): string => {
  const responses = judgements.length === 1 ? '1 right response' : `${judgements.length} right responses`;
  return `${responses} of ${operationsText(judgements.map(({ request }) => request))}`;
};

/** Names that a line has room for. */
const MOST = 3;

/** The operations of requests or findings, each once, as far as a line has room for them. */
export function operationsText(all: readonly { operation: string }[]): string {
  const names = [...new Set(all.map(({ operation }) => operation))].filter((name) => name !== '');
  const rest = names.length - MOST;
  return names.slice(0, MOST).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** A text for people: no response shows that it is kept. */
const isText = (pointer: string): boolean => /(?<!\/properties)\/(description|summary)$/.test(pointer);
