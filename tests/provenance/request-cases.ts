import {
  type Document,
  type DocumentedOperation,
  exampleBodies,
  exampleQuery,
  follow,
  jsonOf,
  member,
  members,
  type Path,
  readOperations,
  readWireOperation,
  referenceTo,
} from '@vehicle-lookup/openapi';
import { clausesByPlace, MEANING, readMarks } from '@vehicle-lookup/openapi/provenance';
import { type Basis, basisText, type OperationEntry } from '@vehicle-lookup/openapi/selectors';
import type { Built } from '../support/documented.ts';

/** A request and its response that together violate one statement of the document outside the body schemas. */
export interface RequestCase {
  what: string;
  /** The query with credentials. */
  query: string;
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The clause or assumption of the statement. */
  owner: Basis;
}

type Pairs = [name: string, value: string][];

/** Generates a case for each way in which a request and its response can violate the document. */
export function requestCases(built: Built): RequestCase[] {
  return [...kindCases(built), ...valueCases(built), ...responseCases(built)];
}

const credentialsOf = ({ table }: Built): Pairs => table.credentials.map((name) => [name, 'demo']);
const goodQuery = ({ document }: Built, id: string): Pairs => Object.entries(exampleQuery(document, id));

/** Returns a case in which the service returns the success of an operation. */
function success(built: Built, what: string, id: string, query: Pairs, owner: Basis): RequestCase {
  const example = exampleBodies(built.document).find((one) => one.operation === id && one.status === '200');
  return {
    what,
    query: new URLSearchParams(query).toString(),
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(example?.body),
    owner,
  };
}

/** Returns an accepted query for each kind of query error. */
function kindCases(built: Built): RequestCase[] {
  const { document, table } = built;
  const { assumption, clause } = provenanceOf(document);
  const access = credentialsOf(built);
  const good = (id: string) => goodQuery(built, id);
  const hasSelector = ({ selectors }: OperationEntry) => Object.keys(selectors).length > 0;
  const [one, two] = table.operations.filter(hasSelector) as [OperationEntry, OperationEntry];
  const byDefault = table.operations.find((entry) => !hasSelector(entry)) as OperationEntry;
  const isOther = (name: string) => !Object.hasOwn(byDefault.parameters, name);
  const another = table.operations.find((entry) => hasSelector(entry) && Object.keys(entry.parameters).some(isOther));
  const foreign = Object.keys(another?.parameters ?? {}).filter(isOther);
  const [selector = ''] = Object.keys(one.selectors);

  const [first] = readOperations(document) as [DocumentedOperation];
  const response = (status: string) => first.responses.find((response) => response.status === status);
  const rejected = response('400');
  const media = rejected && jsonOf(rejected);
  const kind = (name: string) => assumption([...(media?.at ?? []), 'examples', name]);
  const defaultPlace = readOperations(document).find(({ id }) => id === byDefault.id)?.at ?? [];

  const cases: [what: string, id: string, query: Pairs, owner: Basis][] = [
    ['two selectors', one.id, [...access, ...good(one.id), ...good(two.id)], kind('several-selectors')],
    [
      'a different value of a selector',
      one.id,
      [...access, ...good(one.id).map(([name, value]): Pairs[0] => [name, name === selector ? 'true' : value])],
      kind('selector-value'),
    ],
    [
      'a parameter of a different operation',
      one.id,
      [...access, ...good(one.id), [foreign[0] ?? '', 'x']],
      kind('foreign-parameter'),
    ],
    ['an unknown parameter', one.id, [...access, ...good(one.id), ['page', '2']], kind('unknown-parameter')],
    [
      'a repeated parameter',
      one.id,
      [...access, ...good(one.id), ...good(one.id).slice(0, 1)],
      kind('repeated-parameter'),
    ],
    ['a repeated credential', one.id, [...access, ...access, ...good(one.id)], kind('repeated-parameter')],
    [
      'an empty credential',
      one.id,
      [...access.map(([name]): Pairs[0] => [name, '']), ...good(one.id)],
      clause(response('401')?.at ?? []),
    ],
    ['no credential', one.id, good(one.id), clause(response('401')?.at ?? [])],
    [
      'the parameters of a different operation, without its selector',
      byDefault.id,
      [...access, ...good(another?.id ?? '').filter(([name]) => foreign.includes(name))],
      assumption([...defaultPlace, 'parameters']),
    ],
  ];
  return cases.map((one) => success(built, ...one));
}

/** Returns cases with a missing parameter, or with a value that violates one of its keywords. */
function valueCases(built: Built): RequestCase[] {
  const { document, table } = built;
  const { assumption, meaning, clause } = provenanceOf(document);
  return readOperations(document).flatMap((operation) => {
    const entry = table.operations.find(({ id }) => id === operation.id);
    const own = operation.parameters.filter(({ name }) => Object.hasOwn(entry?.parameters ?? {}, name));
    return own.flatMap(({ name, node, at, schema, example }) => {
      const rest = [...credentialsOf(built), ...goodQuery(built, operation.id).filter(([other]) => other !== name)];
      const place = follow(document, node.schema, [...at, 'schema']).at;
      const good = String(example);
      const wrong: [what: string, value: string, owner: () => Basis][] =
        schema.type === 'integer'
          ? [
              ['not a number', 'abc', () => clause(operation.at)],
              ['a hexadecimal number', '0x10', () => meaning(place)],
              ['too small', '0', () => assumption([...place, 'minimum'])],
              ['too large', '99999999999999999999', () => assumption([...place, 'maximum'])],
            ]
          : schema.pattern === undefined
            ? [['empty', '', () => assumption([...place, 'minLength'])]]
            : [
                ['too short', good.slice(0, 3), () => clause([...place, 'minLength'])],
                ['too long', good + good, () => clause([...place, 'maxLength'])],
                ['written with an invalid letter', `${good.slice(0, -1)}I`, () => clause([...place, 'pattern'])],
                ['in lower case', good.toLowerCase(), () => clause([...place, 'pattern'])],
                ['preceded by a space', ` ${good.slice(1)}`, () => clause([...place, 'pattern'])],
              ];
      return [
        success(
          built,
          `${operation.id} without ${name}`,
          operation.id,
          rest,
          clause([...operation.at, 'responses', '400']),
        ),
        ...wrong.map(([what, value, owner]) =>
          success(built, `${operation.id}: ${name} is ${what}`, operation.id, [...rest, [name, value]], owner()),
        ),
      ];
    });
  });
}

/** Returns cases with responses that are invalid regardless of their body. */
function responseCases(built: Built): RequestCase[] {
  const { document, table } = built;
  const { assumption, clause } = provenanceOf(document);
  const [{ id }] = table.operations as [OperationEntry];
  const [{ responses }] = readOperations(document) as [DocumentedOperation];
  const [media] = responses.flatMap((response) => jsonOf(response) ?? []);
  const json = clause(media?.at ?? []);
  const response = (what: string, owner: Basis, change: Partial<RequestCase>): RequestCase => ({
    ...success(built, what, id, [...credentialsOf(built), ...goodQuery(built, id)], owner),
    ...change,
  });
  const undeclared = assumption([...readWireOperation(document).at, 'responses']);
  return [
    // If a query contains two errors, the clauses do not define the expected status.
    response('an undeclared status', undeclared, { status: 418, query: 'no-such-parameter=1' }),
    response('a body that is not JSON', json, { body: '<p>Hello</p>' }),
    response('a different content type', json, { headers: { 'content-type': 'text/html' } }),
    ...responses.flatMap(({ status, node, at }) =>
      members(member(node, 'headers')).flatMap(([name, header]) => {
        const { node: declared, at: place } = follow(document, header, [...at, 'headers', name]);
        const schema = follow(document, member(declared, 'schema'), [...place, 'schema']);
        if (member(schema.node, 'pattern') === undefined) return [];
        const owner = assumption([...schema.at, 'pattern']);
        const body = exampleBodies(document).find((one) => one.operation === id && one.status === status)?.body;
        const headers = { 'content-type': 'application/json', [name]: 'soon' };
        return response(`a ${status} with an invalid ${name}`, owner, {
          status: Number(status),
          headers,
          body: JSON.stringify(body),
        });
      }),
    ),
  ];
}

/** The owners of locations according to the marks and clauses in a document. A location without an owner is a test error. */
export interface Provenance {
  /** Returns the assumption that covers a location. */
  assumption(place: Path): Basis;
  /** Returns the assumption in a node's `meaning`. */
  meaning(node: Path): Basis;
  /** Returns the clause that names a location. */
  clause(place: Path): Basis;
}

export function provenanceOf(document: Document): Provenance {
  const clauses = clausesByPlace(document);
  const marks = readMarks(document);
  const found = (place: Path, owner: Basis): Basis => {
    if (basisText(owner) === '') throw new Error(`${referenceTo(place)} does not have an owner of the expected kind`);
    return owner;
  };
  const markOf = (place: Path, isMeaning: boolean): Basis => {
    const mark = marks.find(
      ({ covers, key }) => (key === MEANING) === isMeaning && `#${covers}` === referenceTo(place),
    );
    return found(place, mark?.ids[0] === undefined ? {} : { assumption: mark.ids[0] });
  };
  return {
    assumption: (place) => markOf(place, false),
    meaning: (node) => markOf(node, true),
    clause: (place) => {
      const [clause] = clauses.get(referenceTo(place).slice(1)) ?? [];
      return found(place, clause === undefined ? {} : { clause });
    },
  };
}
