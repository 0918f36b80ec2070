import type { Document } from '@vehicle-lookup/openapi';
import { expandPlace, readClauses, type ShownExchange, shownPlaces } from '@vehicle-lookup/openapi/provenance';
import type { Judgement } from '../checks/judgement.ts';
import { oncePer } from '../once-per.ts';
import type { RunFinding } from './findings.ts';
import type { Cell, VerifiedClause } from './report.ts';

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
  return clauses.map((clause): VerifiedClause => {
    const { id, words, places, operations } = clause;
    const broken = findings.filter((finding) => finding.clause === id && finding.level === 'failure');
    if (broken.length > 0) return { id, words, state: 'contradicted', how: brokenText(broken) };
    const kept = shown.filter(({ judgement: { request }, places: all }) => {
      // Only the responses of this operation show a clause that states one operation.
      const isOf = operations.length === 0 || operations.includes(request.operation);
      return request.rests.clause === id || (isOf && places.some((place) => all.has(place)));
    });
    if (kept.length > 0) return { id, words, state: 'observed', how: keptText(kept.map(({ judgement }) => judgement)) };
    const asked = judgements.find(({ request, reason }) => request.rests.clause === id && reason !== undefined);
    const how = asked?.reason ?? whyNotAsked(clause, cells);
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
const whatIsStated = oncePer((document: Document) => {
  const clauses = [...readClauses(document)].map(([id, { text: words, places: all }]) => {
    const places = ownPlaces(all.flatMap((place) => expandPlace(document, place)));
    const found = (pattern: RegExp) => places.flatMap((place) => pattern.exec(place)?.[1] ?? []);
    const operations = found(/^\/components\/pathItems\/([^/]+)\/\w+$/);
    return { id, words, places, operations, statuses: found(/\/responses\/(\d{3})$/) };
  });
  return { clauses, show: shownPlaces(document, new Set(clauses.flatMap(({ places }) => places))) };
});

/** A clause with the places, operations and statuses that it states; no operation if it is about more than one. */
type StatedClause = ReturnType<typeof whatIsStated>['clauses'][number];

/** The places that nothing but the clause is about: not texts, nor a whole schema that others use, where a part is named. */
function ownPlaces(places: readonly string[]): string[] {
  // No response shows that a text for people is kept.
  const own = places.filter((place) => !/(?<!\/properties)\/(description|summary)$/.test(place));
  const parts = own.filter((place) => !/^\/components\/schemas\/[^/]+$/.test(place));
  return parts.some((place) => place.startsWith('/components/schemas/')) ? parts : own;
}

/** Undefined where the document states nothing that a request or response is made of. */
function whyNotAsked({ places, operations, statuses }: StatedClause, cells: readonly Cell[]): string | undefined {
  const own = cells.filter(({ operation, status }) =>
    operations.length === 0 ? status === statuses[0] : operations.includes(operation),
  );
  const isPart = places.some((place) => /^\/components\/\w+\/./.test(place));
  return own.find(({ reason }) => reason !== undefined)?.reason ?? (isPart ? 'no valid response shows it' : undefined);
}

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
