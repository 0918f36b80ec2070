import type { Document, Path } from '../openapi/openapi.ts';
import { follow, referenceTo } from '../openapi/reference.ts';
import { clausesByPlace } from '../provenance/bases.ts';
import { type Mark, MEANING, readMarks } from '../provenance/marks.ts';
import type { Basis, Constraints, OperationTable, ParameterBases } from '../selectors/index.ts';
import { QUERY_ERROR_KINDS } from '../selectors/index.ts';
import { type DocumentedOperation, type DocumentedParameter, jsonOf, readOperations } from './read-operations.ts';

const CONSTRAINTS = ['minLength', 'maxLength', 'minimum', 'maximum', 'pattern'] as const;

/** The clauses and assumptions on which the request rules of a document are based. */
export interface RequestProvenance {
  parameter(operation: DocumentedOperation, parameter: DocumentedParameter): ParameterBases;
  table: Required<Pick<OperationTable, 'owners' | 'json'>>;
}

/** Returns the basis of request rules and of JSON responses; undefined if the document has no clauses or assumptions. */
export function requestProvenance(document: Document): RequestProvenance | undefined {
  if (document['x-clauses'] === undefined && document['x-assumptions'] === undefined) return undefined;
  const clauses = clausesByPlace(document);
  const marks = readMarks(document);
  const markOf = (place: Path, key: string): Mark | undefined =>
    marks.find((mark) => mark.node === pointerTo(place) && mark.key === key);
  const owner = (place: Path): Basis | undefined => {
    const mark = marks.find(({ key, covers }) => key !== MEANING && covers === pointerTo(place));
    if (mark?.ids[0] !== undefined) return { assumption: mark.ids[0] };
    const [clause] = clauses.get(pointerTo(place)) ?? [];
    return clause === undefined ? undefined : { clause };
  };
  const meaningOf = (place: Path): Basis => {
    const id = markOf(place, MEANING)?.ids[0];
    return id === undefined ? {} : { assumption: id };
  };

  const operations = readOperations(document);
  const [first] = operations;
  const byDefault = operations.find(({ parameters }) => parameters.every(({ selector }) => selector === undefined));
  const kinds = Object.entries(QUERY_ERROR_KINDS).flatMap(([status, names]) => {
    const response = first?.responses.find((one) => one.status === status);
    const media = response && jsonOf(response);
    if (!first || !response || !media) return [];
    const declared = owner(response.at) ?? owner([...first.at, 'responses', status]);
    return names.flatMap((kind) => {
      const found = owner([...media.at, 'examples', kind]) ?? declared;
      return found ? [[kind, found] as const] : [];
    });
  });
  const json = first?.responses.flatMap((one) => jsonOf(one) ?? [])[0];

  return {
    parameter({ at: operation }, { at, node }) {
      const { at: schema } = follow(document, node.schema, [...at, 'schema']);
      const clauseAt = (place: Path) => clauses.get(pointerTo(place))?.[0];
      const own: ParameterBases = { clauses: {}, assumptions: {}, specified: {} };
      const rule = follow(document, node.schema, []).node as (Constraints & { type?: unknown }) | undefined;
      if (rule?.type === 'integer') {
        const type = clauseAt([...schema, 'type']) ?? clauseAt(operation) ?? clauseAt(schema);
        if (type !== undefined) own.clauses.type = type;
        const notation = meaningOf(schema).assumption;
        if (notation !== undefined) own.assumptions.notation = notation;
      }
      for (const keyword of CONSTRAINTS) {
        const value = rule?.[keyword];
        if (value === undefined) continue;
        const clause = clauseAt([...schema, keyword]);
        const mark = markOf(schema, keyword);
        if (clause !== undefined) own.clauses[keyword] = clause;
        if (mark?.ids[0] !== undefined) own.assumptions[keyword] = mark.ids[0];
        const specified = mark ? mark.specified : value;
        if (specified !== undefined) Object.assign(own.specified, { [keyword]: specified });
      }
      return own;
    },
    table: {
      owners: {
        kinds: Object.fromEntries(kinds),
        defaultOperation: (byDefault && owner([...byDefault.at, 'parameters'])) ?? {},
      },
      json: (json && owner(json.at)) ?? {},
    },
  };
}

const pointerTo = (place: Path): string => referenceTo(place).slice(1);
