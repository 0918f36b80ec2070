import type { Document } from '@vehicle-lookup/openapi';
import { expandPlace, readClauses, type ShownExchange, shownPlaces } from '@vehicle-lookup/openapi/provenance';
import type { Judgement } from '../checks/judgement.ts';
import { oncePer } from '../once-per.ts';
import type { RunFinding } from './findings.ts';
import type { Cell, VerifiedClause } from './report.ts';

/** Checks every clause of the specification against the responses of a run. */
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
      // A clause about one operation can be observed only in the responses of this operation.
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

/** Returns the clauses of a document with their locations, and a function that lists the locations a response covers. */
const whatIsStated = oncePer((document: Document) => {
  const clauses = [...readClauses(document)].map(([id, { text: words, places: all }]) => {
    const places = ownPlaces(all.flatMap((place) => expandPlace(document, place)));
    const found = (pattern: RegExp) => places.flatMap((place) => pattern.exec(place)?.[1] ?? []);
    const operations = found(/^\/components\/pathItems\/([^/]+)\/\w+$/);
    return { id, words, places, operations, statuses: found(/\/responses\/(\d{3})$/) };
  });
  return { clauses, show: shownPlaces(document, new Set(clauses.flatMap(({ places }) => places))) };
});

/** A clause with its locations, operations and statuses in the document. */
type StatedClause = ReturnType<typeof whatIsStated>['clauses'][number];

/** Returns the locations specific to a clause, without descriptions and without whole schemas if the clause names a part. */
function ownPlaces(places: readonly string[]): string[] {
  // Responses cannot show compliance with a human-readable description.
  const own = places.filter((place) => !/(?<!\/properties)\/(description|summary)$/.test(place));
  const parts = own.filter((place) => !/^\/components\/schemas\/[^/]+$/.test(place));
  return parts.some((place) => place.startsWith('/components/schemas/')) ? parts : own;
}

/** Returns the reason why a clause was not tested. Undefined if the clause states no part of a request or response. */
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
  const responses = judgements.length === 1 ? '1 valid response' : `${judgements.length} valid responses`;
  return `${responses} of ${operationsText(judgements.map(({ request }) => request))}`;
};

/** The maximum number of operation names in a line. */
const MOST = 3;

/** Returns the distinct operations of requests or findings, limited to the length of a line. */
export function operationsText(all: readonly { operation: string }[]): string {
  const names = [...new Set(all.map(({ operation }) => operation))].filter((name) => name !== '');
  const rest = names.length - MOST;
  return names.slice(0, MOST).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
