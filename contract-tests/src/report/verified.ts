import {
  child,
  type Document,
  isRecord,
  isReference,
  items,
  keysOf,
  member,
  members,
  type Path,
  readOperations,
  readWireOperation,
  target,
} from '@vehicle-lookup/openapi';
import { expandPlace, readClauses } from '@vehicle-lookup/openapi/provenance';
import type { Judgement } from '../checks/judgement.ts';
import { oncePer } from '../once-per.ts';
import type { RunFinding } from './findings.ts';

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

/** A declared response, and why it is neither right nor wrong. */
interface OpenCell {
  operation: string;
  status: string;
  reason?: string;
}

/** Holds every clause of the specification against the responses of a run. */
export function verifiedClauses(
  document: Document,
  judgements: readonly Judgement[],
  findings: readonly RunFinding[],
  cells: readonly OpenCell[],
): VerifiedClause[] {
  const { show, clauses } = whatIsStated(document);
  const right = judgements.filter(({ state, response }) => state === 'pass' && response !== undefined);
  const shown = right.map((judgement) => {
    const places = new Set<string>();
    show(judgement, places);
    return { judgement, places };
  });
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

/** Of a document: what a response shows of it, and the clauses with the places that state them. */
const whatIsStated = oncePer((document: Document) => ({
  show: showPlaces(document),
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
function whyNotAsked(stated: readonly string[], cells: readonly OpenCell[]): string | undefined {
  const status = stated.map((place) => /\/responses\/(\d{3})$/.exec(place)?.[1]).find((found) => found !== undefined);
  const operations = operationsIn(stated);
  const reasons = cells
    .filter((cell) => (operations.length === 0 ? cell.status === status : operations.includes(cell.operation)))
    .flatMap(({ reason }) => reason ?? []);
  return reasons[0] ?? (stated.some(isPart) ? 'no valid response shows it' : undefined);
}

/** A component or what is in it, which requests and responses are made of. */
const isPart = (pointer: string): boolean => /^\/components\/\w+\/./.test(pointer);

const brokenText = (findings: readonly RunFinding[]): string => {
  const codes = [...new Set(findings.map(({ code }) => code))];
  return `${codes.join(', ')} in ${operationsText(findings.map(({ operation }) => operation))}`;
};

const keptText = (judgements: readonly Judgement[]): string =>
  `${judgements.length} right ${judgements.length === 1 ? 'response' : 'responses'} of ${operationsText(judgements.map(({ request }) => request.operation))}`;

/** Names that a line has room for. */
const MOST = 3;

function operationsText(all: readonly string[]): string {
  const names = [...new Set(all)].filter((name) => name !== '');
  const rest = names.length - MOST;
  return names.slice(0, MOST).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** Adds the places of the document that a valid response keeps: its status, and the keywords of its body's schema. */
export type ShowPlaces = (judgement: Judgement, shown: Set<string>) => void;

const pointerOf = (at: Path): string => at.reduce<string>(child, '');

/** Reads which places of a document its responses can show. */
function showPlaces(document: Document): ShowPlaces {
  const wire = pointerOf(readWireOperation(document).at);
  const operations = new Map(readOperations(document).map((operation) => [operation.id, operation]));
  return ({ request, response: received, json, envelope }, shown) => {
    const operation = operations.get(request.operation);
    const response = operation?.responses.find(({ status }) => status === String(received?.status));
    if (!operation || !response) return;
    shown.add(wire);
    shown.add(pointerOf([...operation.at, 'responses', response.status]));
    shown.add(pointerOf(response.at));
    if (response.status === '200') {
      shown.add(pointerOf(operation.at));
      for (const [index, { name, at, node, selector }] of operation.parameters.entries()) {
        if (!request.query.some(([own]) => own === name)) continue;
        shown.add(pointerOf([...operation.at, 'parameters', index]));
        shown.add(pointerOf(at));
        // Of its rules a good value shows nothing, only a wrong one does; a selector has one value.
        if (!isReference(node.schema)) continue;
        const schemaPointer = keysOf(node.schema.$ref).reduce(child, '');
        shown.add(schemaPointer);
        if (selector !== undefined) shown.add(child(schemaPointer, 'const'));
      }
      // With the credentials it was answered.
      shown.add('/security');
    }
    const left = operation.parameters.find(({ name }) => name === request.parameter);
    if (left && request.kind === 'missing-parameter') shown.add(pointerOf([...left.at, 'required']));
    if (!json) return;
    for (const { schema, at } of response.media) {
      shown.add(pointerOf(at));
      collect(schema, pointerOf([...at, 'schema']), [json.body]);
    }

    /** A schema that values keep, and what lies below it as far as one of them goes: all elements of a list at once. */
    function collect(node: unknown, pointer: string, values: readonly unknown[]): void {
      if (!isRecord(node)) return;
      shown.add(pointer);
      for (const keyword of Object.keys(node)) shown.add(child(pointer, keyword));
      for (const index of items(node.required).keys()) shown.add(`${pointer}/required/${index}`);
      if (isReference(node)) collect(target(document, node.$ref), keysOf(node.$ref).reduce(child, ''), values);
      for (const [index, part] of items(node.allOf).entries()) collect(part, `${pointer}/allOf/${index}`, values);
      // Which of several alternatives a value keeps is known of the forms of a body alone.
      for (const [index, form] of items(node.anyOf).entries()) {
        if (member(form, 'title') === envelope) collect(form, `${pointer}/anyOf/${index}`, values);
      }
      for (const [name, property] of members(node.properties)) {
        const own = values.flatMap((value) => (isRecord(value) && Object.hasOwn(value, name) ? [value[name]] : []));
        if (own.length > 0) collect(property, child(`${pointer}/properties`, name), own);
      }
      const elements = values.flatMap(items);
      if (elements.length > 0) collect(node.items, `${pointer}/items`, elements);
    }
  };
}

/** A text for people: no response shows that it is kept. */
export const isText = (pointer: string): boolean => /(?<!\/properties)\/(description|summary)$/.test(pointer);
