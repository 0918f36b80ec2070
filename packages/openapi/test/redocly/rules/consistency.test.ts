import { expect, test } from 'vitest';
import { readableName } from '../../../src/extensions/labels.ts';
import type { Path } from '../../../src/openapi/openapi.ts';
import { consistency } from '../../../src/redocly/rules/index.ts';
import { action, byDefault, type RuleTable, testRules } from '../rule-table.ts';

const item = (id: string): Path => ['components', 'pathItems', id];
const get = (id: string): Path => [...item(id), 'get'];
const parameters = (id: string): Path => [...get(id), 'parameters'];
const response = (id: string, status: string): Path => [...get(id), 'responses', status];
const json: Path = ['content', 'application/json'];
const schemas: Path = ['components', 'schemas'];
const book: Path = [...schemas, 'Book', 'properties'];
const wire: Path = ['paths', '/library', 'get'];

const tables: Record<string, RuleTable> = {
  'assumptions-used': ({ acceptsBothKinds, accepts, reports }) => {
    const entry = {
      statement: 'Words are compared without case.',
      silence: 'Searching',
      strength: 'chosen',
      evidence: 'None.',
      probe: 'Ask.',
    };
    const known = { 'word-case': entry };
    const words: Path = [...schemas, 'Words', 'x-assumes'];
    const assumed = (marks: unknown, entries: unknown) => action([words, marks], [['x-assumptions'], entries]);

    acceptsBothKinds('assumptions are optional in a document %s');

    const accepted = 'a defined and used assumption is accepted';
    accepts(`${accepted} for a keyword`, assumed({ type: 'word-case' }, known));
    accepts(`${accepted} for the meaning of a schema`, assumed({ meaning: 'word-case' }, known));
    accepts(`${accepted} in a list of IDs for one keyword`, assumed({ type: ['word-case', 'word-case'] }, known));

    const unused = 'assumption word-case: expected an x-assumes that refers to it, found none';
    reports('an unused assumption is rejected', [
      assumed(undefined, known),
      [{ message: unused, at: ['x-assumptions', 'word-case'] }],
    ]);

    const place = [...wire, 'parameters', 2, 'schema', 'x-assumes'];
    reports('an undefined ID in a shared schema is rejected once, and the message lists the known IDs', [
      assumed({ type: ['word-case', 'case'] }, known),
      [
        {
          message: 'x-assumes: type: expected an ID from x-assumptions, found "case"; known IDs: word-case',
          at: [...place, 'type'],
        },
      ],
    ]);
    reports('an x-assumes for a missing keyword is rejected, and the message lists the keywords of the node', [
      assumed({ pattern: 'word-case' }, known),
      [
        expect.stringMatching(
          /^x-assumes: pattern does not exist; expected meaning, or a keyword of this node: .*\btype\b/,
        ),
      ],
    ]);
    reports('an x-assumes for a missing path is rejected, and the message lists the keys at its last existing part', [
      action(
        [[...get('findAuthors'), 'x-assumes'], { 'responses/410': 'word-case' }],
        [['x-assumptions'], { 'word-case': entry }],
      ),
      [expect.stringMatching(/^x-assumes: responses\/410 does not exist; responses has 200, 400/)],
    ]);

    const none = 'x-assumes: expected entries such as `required: some-id`, found none';
    reports('an x-assumes that is a list is rejected', [assumed(['word-case'], known), [none, unused]]);
    reports('an empty x-assumes is rejected', [assumed({}, known), [none, unused]]);
    reports('an x-assumes without an ID for its keyword is rejected', [
      assumed({ type: 3 }, undefined),
      ['x-assumes: type: expected an ID from x-assumptions, or a list of IDs'],
    ]);
    reports('x-specified is rejected for a keyword without an assumption', [
      action(
        [words, { type: 'word-case' }],
        [[...schemas, 'Words', 'x-specified'], { pattern: 'a' }],
        [['x-assumptions'], known],
      ),
      ['x-specified: pattern: expected the same keyword in x-assumes, found none'],
    ]);

    const incomplete = { ...entry, probe: undefined, evidence: ' ', strength: undefined };
    reports('an assumption with a missing field is rejected', [
      assumed({ type: 'word-case' }, { 'word-case': incomplete }),
      ['evidence', 'probe', 'strength'].map((name) => ({
        message: `assumption word-case: expected a string in ${name}, found none`,
        at: ['x-assumptions', 'word-case', name],
      })),
    ]);
  },

  'deprecation-terms': ({ acceptsBothKinds, accepts, reports }) => {
    const TERMS = { since: '0.2.0', until: '2031-01-31', use: 'name' };
    const title = [...book, 'title'];
    const deprecated = (terms: unknown) =>
      action([[...title, 'deprecated'], true], [[...title, 'x-deprecation'], terms]);

    acceptsBothKinds('deprecations are optional in a document %s');
    accepts('a deprecated field with since, until and use is accepted', deprecated(TERMS));

    const incomplete = 'deprecated: expected x-deprecation with since, until and use, found no';
    reports(
      'a deprecated field with missing terms is rejected',
      [deprecated(undefined), [`${incomplete} since, until, use`]],
      [deprecated({ ...TERMS, use: ' ' }), [`${incomplete} use`]],
    );
    for (const until of ['soon', '2031-02-30']) {
      reports(`the invalid day ${until} is rejected`, [
        deprecated({ ...TERMS, until }),
        [`x-deprecation: expected a day YYYY-MM-DD as until, found "${until}"`],
      ]);
    }
    reports('deprecation terms on a field that is not deprecated are rejected', [
      action([[...title, 'x-deprecation'], TERMS]),
      ['x-deprecation: expected `deprecated: true` in the same object, found none'],
    ]);
  },

  'distinct-selectors': ({ acceptsBothKinds, reports }) => {
    acceptsBothKinds('distinct selectors are accepted in a document %s');

    reports('two operations with the same selectors are rejected', [
      action([[...parameters('findAuthors'), 1, 'required'], false]),
      [
        {
          message: 'findAuthors: expected unique selectors; action=find already selects findBooks',
          at: get('findAuthors'),
        },
      ],
    ]);

    const query = (name: string, value: unknown) => ({ name, in: 'query', required: true, schema: { const: value } });
    reports('operations that differ only in the selector order or in the type of a value are rejected', [
      byDefault(
        [parameters('getParts'), [query('a', 1), query('b', 1)]],
        [parameters('listItems'), [query('b', '1'), query('a', '1')]],
      ),
      ['listItems: expected unique selectors; b=1&a=1 already selects getParts'],
    ]);
    reports('two default operations are rejected', [
      byDefault([parameters('listItems'), []]),
      ['listItems: expected unique selectors; a query without selectors already selects getItem'],
    ]);
  },

  'envelope-examples': ({ acceptsBothKinds, reports }) => {
    const examples = (id: string) => [...response(id, '200'), ...json, 'examples'];
    const schema = [...response('findBooks', '200'), ...json, 'schema'];
    const at = examples('findBooks');

    acceptsBothKinds('an example of each envelope is accepted in a document %s');

    const missing = (name: string, forms: string) =>
      `example "${name}": expected an example for each of the body's envelopes (${forms}), found none`;
    reports(
      'an envelope without an example is rejected',
      [action([[...at, 'bare'], undefined]), [{ message: missing('bare', 'full, bare'), at }]],
      [action([examples('readShelf'), undefined]), [{ message: missing('full', 'full'), at: examples('readShelf') }]],
    );
    reports('an example that is not named after an envelope is rejected', [
      action([[...at, 'short'], { value: [] }]),
      [
        {
          message: `example "short": expected the title of one of the body's envelopes (full, bare)`,
          at: [...at, 'short'],
        },
      ],
    ]);
    reports('examples that are not in the order of the envelopes are rejected', [
      action([at, { bare: { value: [] }, full: { value: {} } }]),
      [{ message: 'examples: expected the order of the envelopes (full, bare), found bare, full', at }],
    ]);

    const titled = (...titles: object[]) => action([schema, { anyOf: titles }]);
    const second = [...schema, 'anyOf', 1];
    reports(
      'an envelope with a missing or duplicate title is rejected if other envelopes have titles',
      [
        titled({ title: 'full' }, {}),
        [{ message: 'expected a title, as for the other envelopes (full), found none', at: second }],
      ],
      [
        titled({ title: 'full' }, { title: 'full' }),
        [{ message: 'title "full": expected a unique title, found two', at: second }],
      ],
      [titled({}, {}), []],
    );
  },

  'fields-described': ({ acceptsBothKinds, accepts, reports }) => {
    const title = [...book, 'title'];

    acceptsBothKinds('described fields and parameters are accepted in a document %s');

    const places = [
      [...wire, 'responses', '200', ...json, 'schema', 'anyOf', 0, 'anyOf', 0],
      [...response('findBooks', '200'), ...json, 'schema', 'anyOf', 0],
    ]
      .map((form) => [...form, 'properties', 'books', 'items', 'properties'])
      .flatMap((fields) => [
        [...fields, 'title'],
        [...fields, 'sequel', 'properties', 'title'],
      ]);
    reports('a field without a description and an example is rejected in every envelope that has the field', [
      action([title, { type: 'string' }]),
      places.flatMap((at) => [
        { message: 'field title: expected a description, found none', at },
        { message: 'field title: expected an example, found none', at },
      ]),
    ]);
    for (const keyword of ['example', 'examples', 'default', 'const']) {
      accepts(
        `a field with ${keyword} does not require another example`,
        action([title, { type: 'string', description: 'Its title.', [keyword]: 'Cymbeline' }]),
      );
    }
    accepts(
      'a field that is described in the target of its reference is accepted',
      action(
        [[...schemas, 'Title'], { type: 'string', description: 'A title.', examples: ['Cymbeline'] }],
        [title, { $ref: '#/components/schemas/Title' }],
      ),
    );

    const titles = [...schemas, 'ReadShelfBody', 'properties', 'titles'];
    const plain = { type: 'array', description: 'Titles.', items: { type: 'string' } };
    reports(
      'a list of plain values requires an example, but a list of described objects does not',
      [action([titles, plain]), ['field titles: expected an example, found none']],
      [action([titles, { ...plain, items: { $ref: '#/components/schemas/Book' } }]), []],
    );
    reports('a field of an error body requires an example', [
      action([[...schemas, 'Failure', 'properties', 'reason', 'examples'], undefined]),
      ['field reason: expected an example, found none'],
    ]);
    accepts('a field that must be absent does not require a description', action([title, false]));

    const at = [...parameters('findBooks'), 1];
    reports('a parameter without a description and an example is rejected', [
      action([[...at, 'description'], ' '], [[...at, 'example'], undefined]),
      [
        { message: 'query parameter words: expected a description, found none', at },
        { message: 'query parameter words: expected an example, found none', at },
      ],
    ]);
  },

  'known-extensions': ({ acceptsBothKinds, accepts, reports }) => {
    acceptsBothKinds('known extensions are accepted in a document %s');

    const places: Path[] = [
      ['x-note'],
      ['info', 'x-note'],
      ['paths', 'x-note'],
      [...get('readShelf'), 'x-note'],
      [...get('readShelf'), 'responses', 'x-note'],
      [...schemas, 'Unused', 'x-note'],
      ['components', 'securitySchemes', 'token', 'x-note'],
      ['servers', 0, 'variables', 'base_url', 'x-note'],
    ];
    for (const at of places) {
      reports(`an unknown extension at ${at.join('.')} is rejected`, [
        action([[...schemas, 'Unused'], {}], [at, true]),
        [{ message: 'x-note: expected a known extension (x-secret, x-assumes)', at }],
      ]);
    }

    const notFound = ['components', 'responses', 'NotFound'];
    accepts(
      'names and data that start with x- are accepted',
      action(
        [[...schemas, 'x-rate'], { type: 'object', properties: { 'x-rate': { default: { 'x-any': 1 } } } }],
        [[...notFound, 'headers'], { 'x-rate': { schema: {} } }],
        [[...notFound, ...json, 'examples'], { one: { value: { 'x-a': 1 } } }],
      ),
    );
  },

  labels: ({ acceptsBothKinds, accepts, reports }) => {
    const labelled = (...labels: [name: string, label: unknown][]) =>
      action(...labels.map(([name, label]): [Path, object] => [[...book, name], { type: 'string', 'x-label': label }]));
    const same = (name: string, other: string) =>
      `x-label of ${name}: expected a label other than the label of ${other}, found "Author"`;

    acceptsBothKinds('labels are optional in a document %s');
    accepts('a label that consists of words is accepted', labelled(['ttl_txt', 'Full title'], ['aut_nm', 'Author']));

    for (const label of [7, '', 'title', 'Title (long)', 'Title '].map((value) => JSON.stringify(value))) {
      reports(`the label ${label} is rejected`, [
        labelled(['ttl_txt', JSON.parse(label)]),
        [`x-label of ttl_txt: expected words that begin with a capital letter, found ${label}`],
      ]);
    }
    reports(
      'a label that equals the label or name of another field is rejected',
      [labelled(['a_txt', 'Author'], ['b_txt', 'Author']), [same('a_txt', 'b_txt'), same('b_txt', 'a_txt')]],
      [labelled(['a_txt', 'Author'], ['author', undefined]), [same('a_txt', 'author')]],
    );

    const elsewhere = { type: 'object', properties: { a_txt: { type: 'string', 'x-label': 'Name' } } };
    reports('different labels for fields with the same name are rejected', [
      action([[...book, 'a_txt'], { type: 'string', 'x-label': 'Author' }], [[...schemas, 'Other'], elsewhere]),
      ['"Author" and "Name"', '"Name" and "Author"'].map(
        (found) => `x-label of a_txt: expected the same label for every field with this name, found ${found}`,
      ),
    ]);
  },

  'operation-keys': ({ acceptsBothKinds, reports }) => {
    acceptsBothKinds('operationIds that equal their keys are accepted in a document %s');

    const at = [...get('readShelf'), 'operationId'];
    const expected = 'operationId of readShelf: expected "readShelf", its key in components.pathItems; found';
    reports(
      'an operationId that differs from the key is rejected',
      [action([at, 'readShelves']), [{ message: `${expected} "readShelves"`, at }]],
      [action([at, undefined]), [`${expected} none`]],
    );

    const id = [...wire, 'operationId'];
    reports('a query operation that has the operationId of another operation is rejected', [
      action([id, 'readShelf']),
      [{ message: expect.stringContaining('expected a unique name, found "readShelf"'), at: id }],
    ]);

    const method = 'readShelf: expected only the method get, as on the wire; found';
    reports(
      'an operation whose method differs from the method of the query operation is rejected',
      [action([[...item('readShelf'), 'post'], {}]), [{ message: `${method} get, post`, at: item('readShelf') }]],
      [action([item('readShelf'), {}]), [`${method} none`]],
    );
  },

  'query-error-examples': ({ acceptsBothKinds, reports }) => {
    const examples = (name: string) => ['components', 'responses', name, ...json, 'examples'];
    const missing = (status: number, kind: string) =>
      `status ${status}: expected an example of the query error "${kind}" with this name, found none`;

    acceptsBothKinds('an example of each query error is accepted in a document %s');

    reports('a query error without an example is reported for every operation that has the response', [
      action([[...examples('BadRequest'), 'missing-selector'], undefined]),
      [wire, get('findBooks'), get('findAuthors'), get('readShelf')].map((operation) => ({
        message: missing(400, 'missing-selector'),
        at: [...operation, 'responses', '400', ...json, 'examples'],
      })),
    ]);
    reports('a document with credentials requires examples of credential errors', [
      action([examples('Unauthorized'), {}]),
      [missing(401, 'missing-credentials'), missing(401, 'invalid-credentials')],
    ]);

    const shown = [...examples('BadRequest'), 'foreign-parameter'];
    const id = { name: 'id', in: 'query', schema: { $ref: '#/components/schemas/Id' } };
    reports(
      'an example of a foreign parameter is not required if every operation accepts every parameter',
      [byDefault([shown, undefined]), [missing(400, 'foreign-parameter')]],
      [byDefault([shown, undefined], [[...parameters('listItems'), 1], id]), []],
    );
  },

  'status-completeness': ({ acceptsBothKinds, reports }) => {
    acceptsBothKinds('the same statuses in all operations are accepted in a document %s');

    reports('a missing status in an operation is rejected', [
      action([response('readShelf', '404'), undefined]),
      [
        {
          message: expect.stringMatching(/^readShelf: expected status 404 as on the query operation, found none/),
          at: [...get('readShelf'), 'responses'],
        },
      ],
    ]);
  },

  'wire-parameters': ({ acceptsBothKinds, accepts, reports }) => {
    const onWire = (index: number) => [...wire, 'parameters', index];
    const own = (id: string, index: number) => [...parameters(id), index];

    acceptsBothKinds('a query operation with all parameters is accepted in a document %s');

    const colour = { name: 'colour', in: 'query', schema: { type: 'string' } };
    reports('a parameter that is missing on the query operation is rejected', [
      action([own('readShelf', 2), colour]),
      [
        {
          message: 'query parameter colour: expected on the query operation, because readShelf accepts it',
          at: own('readShelf', 2),
        },
      ],
    ]);
    reports('a parameter that no operation accepts is rejected', [
      action([onWire(5), colour]),
      [{ message: 'query parameter colour: expected an operation that accepts it, found none', at: onWire(5) }],
    ]);

    const values = (name: string, exactly: string, found: string) =>
      `query parameter ${name}: expected a const or enum of exactly ${exactly}, as in the operations; found ${found}`;
    const kind = [...onWire(1), 'schema'];
    const words = [...onWire(2), 'schema'];
    const number = [...onWire(3), 'schema'];
    reports(
      'a selector with values that differ from the operations is rejected',
      [
        action([
          [...onWire(0), 'schema', 'enum'],
          ['find', 'shelf', 'lend'],
        ]),
        [{ message: values('action', 'find, shelf', 'find, shelf, lend'), at: [...onWire(0), 'schema'] }],
      ],
      [action([[...kind, 'const'], 'writer']), [{ message: values('kind', 'author', 'writer'), at: kind }]],
      [action([kind, { type: 'string' }]), [values('kind', 'author', 'neither')]],
    );
    accepts('an enum with the only value of a selector is accepted', action([kind, { enum: ['author'] }]));
    reports('a parameter whose schema differs from the schema in the operations is rejected', [
      action([number, { type: 'integer' }]),
      [
        {
          message: 'query parameter number: expected the schema that it has in readShelf; found a different schema',
          at: number,
        },
      ],
    ]);

    const name = { type: 'string', pattern: '^[A-Z]' };
    const differ: [Path, unknown] = [[...own('findAuthors', 2), 'schema'], name];
    reports(
      'different schemas for a parameter require an anyOf on the query operation',
      [action(differ, [words, { anyOf: [{ $ref: '#/components/schemas/Words' }, name] }]), []],
      [
        action(differ),
        [
          {
            message:
              'query parameter words: expected an anyOf of exactly the 2 schemas that it has in findBooks, findAuthors; found a different schema',
            at: words,
          },
        ],
      ],
    );
    reports(
      'a parameter must be required on the query operation if and only if every operation requires it',
      [
        action([[...onWire(0), 'required'], false]),
        [
          {
            message:
              'query parameter action: expected required: true on the query operation, because every operation requires it',
            at: onWire(0),
          },
        ],
      ],
      [
        byDefault([['paths', '/items', 'get', 'parameters', 0, 'required'], true]),
        [
          {
            message:
              'query parameter id: expected required: false on the query operation, because listItems does not require it',
            at: ['paths', '/items', 'get', 'parameters', 0],
          },
        ],
      ],
    );
    reports('an optional parameter with a const is rejected', [
      action([[...own('findAuthors', 1), 'required'], false]),
      [
        {
          message: 'query parameter kind: has a const, so it selects the operation; expected required: true',
          at: own('findAuthors', 1),
        },
      ],
    ]);
  },

  'wire-responses': ({ acceptsBothKinds, reports }) => {
    const responses = [...wire, 'responses'];
    const schema = [...responses, '200', ...json, 'schema'];
    const where = 'status 200, application/json: expected';

    acceptsBothKinds('a query operation with all responses is accepted in a document %s');

    reports('a status that only an operation has is rejected', [
      action([response('readShelf', '410'), { description: 'Gone.' }]),
      [{ message: 'status 410: expected on the query operation, because readShelf declares it', at: responses }],
    ]);
    reports('a status that only the query operation has is rejected', [
      action([[...responses, '410'], { description: 'Gone.' }]),
      [{ message: 'status 410: expected an operation that declares it, found none', at: [...responses, '410'] }],
    ]);
    reports('a body that is missing on the query operation is rejected', [
      action([[...response('readShelf', '200'), ...json, 'schema'], { type: 'string' }]),
      [
        {
          message: `${where} the schema of readShelf in the query operation's anyOf, found none`,
          at: [...schema, 'anyOf'],
        },
        {
          message: `${where} the schema of an operation, found a schema that no operation returns`,
          at: [...schema, 'anyOf', 2],
        },
      ],
    ]);
    reports('different bodies require an anyOf on the query operation', [
      action([schema, { type: 'object' }]),
      [
        {
          message: `${where} an anyOf of the schemas of findBooks, findAuthors, readShelf on the query operation, found none`,
          at: schema,
        },
      ],
    ]);
    reports(
      'a media type that only an operation or only the query operation has is rejected',
      [
        action([[...response('readShelf', '200'), 'content', 'text/plain'], {}]),
        ['status 200, text/plain: expected on the query operation, because an operation returns it'],
      ],
      [
        action([[...responses, '200', 'content', 'text/plain'], {}]),
        ['status 200, text/plain: expected an operation that returns it, found none'],
      ],
    );
    for (const [what, index, title, found] of [
      ['no title', 0, undefined, 'none'],
      ['the title of another body', 2, 'Books', '"Books"'],
    ] as const) {
      const at = [...schema, 'anyOf', index, 'title'];
      const message = `${where} a title that no other schema in anyOf has, found ${found}`;
      reports(`a body with ${what} is rejected on the query operation`, [action([at, title]), [{ message, at }]]);
    }
  },
};

testRules(consistency, tables, {
  'known-extensions': { keys: ['x-secret', 'x-assumes'] },
  'status-completeness': { optional: ['403'] },
});

test('no status is optional without the option `optional`', () => {
  const findings = consistency['status-completeness']?.(action(), {} as never);
  expect(findings?.map(({ at }) => at[2])).toEqual(['findBooks', 'findAuthors']);
});

test.each([
  ['OEM number', 'oemNumber'],
  ['Unit', 'unit'],
  ["Manufacturer's model name", 'manufacturersModelName'],
])('the label %s becomes %s in code', (label, name) => {
  expect(readableName(label)).toBe(name);
});
