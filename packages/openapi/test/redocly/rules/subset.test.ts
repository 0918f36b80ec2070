import { expect } from 'vitest';
import type { Path } from '../../../src/openapi/openapi.ts';
import { subset } from '../../../src/redocly/rules/index.ts';
import { action, byDefault, testRules } from '../rule-table.ts';

const get = (id: string): Path => ['components', 'pathItems', id, 'get'];
const schema: Path = ['content', 'application/json', 'schema'];
const text = { type: 'string' };
const header = { type: 'apiKey', in: 'header', name: 'X-Token' };
const cookie = { type: 'apiKey', in: 'cookie', name: 'token' };
const password = { type: 'http', scheme: 'basic' };

testRules(subset, {
  'error-bodies': ({ acceptsBothKinds, accepts, reports }) => {
    const failure = (required: string[], properties: object) =>
      byDefault([['components', 'schemas', 'Failure'], { required, properties }]);
    const at = [...get('getItem'), 'responses', '400', ...schema];
    const message = (found: string) => expect.stringMatching(`^getItem: status 400: expected .*${found}`);

    acceptsBothKinds('uniform error bodies are accepted in a document %s');

    reports('a schema that requires no string is rejected', [
      failure(['ok'], { ok: { const: false } }),
      [{ message: message('exactly one required string, found none'), at }],
    ]);
    reports('a schema that requires two strings is rejected', [
      failure(['a', 'b'], { a: text, b: text }),
      [{ message: message('exactly one required string, found a, b'), at }],
    ]);
    reports('a schema that requires a number is rejected', [
      failure(['a', 'n'], { a: text, n: { type: 'integer' } }),
      [{ message: message('one string without constraints in required, found n'), at }],
    ]);
    reports('a schema that requires an enum of strings is rejected', [
      failure(['a', 'c'], { a: text, c: { type: 'string', enum: ['x'] } }),
      [{ message: message('in required, found c'), at }],
    ]);
    reports('a schema that requires a field without a schema is rejected', [
      failure(['a', 'b'], { a: text }),
      [{ message: message('one string without constraints in required, found b'), at }],
    ]);

    accepts(
      'optional fields and constants are accepted in an error schema',
      failure(['ok', 'error'], { ok: { const: false }, error: text, code: { type: 'integer' } }),
    );

    const other = [...get('getParts'), 'responses', '500'];
    const reason = { required: ['reason'], properties: { reason: text } };
    reports('an error whose body differs from the other error bodies is rejected', [
      byDefault([other, { content: { 'application/json': { schema: reason } } }]),
      [
        {
          message:
            'status 500: expected the common error body, {"error":"…"}, found {"reason":"…"}; use one error schema',
          at: [...other, ...schema],
        },
      ],
    ]);
  },

  'json-only': ({ acceptsBothKinds, reports }) => {
    acceptsBothKinds('JSON bodies are accepted in a document %s');

    for (const type of ['application/xml', 'application/problem+json', 'text/csv']) {
      const at = [...get('readShelf'), 'responses', '200', 'content', type];
      const message = `status 200: expected only the media type application/json, found ${type}; describe the body as JSON`;
      reports(`the media type ${type} is rejected`, [action([at, { schema: {} }]), [{ message, at }]]);
    }
  },

  'no-request-body': ({ acceptsBothKinds, reports }) => {
    acceptsBothKinds('operations without a request body are accepted in a document %s');

    for (const [id, operation] of [
      ['readShelf', get('readShelf')],
      ['get /library', ['paths', '/library', 'get']],
    ] as const) {
      const at = [...operation, 'requestBody'];
      const message = `${id}: expected a request without a body, found requestBody; describe its fields as query parameters`;
      reports(`a request body for ${id} is rejected`, [action([at, { content: {} }]), [{ message, at }]]);
    }
  },

  'operation-table': ({ acceptsBothKinds, reports }) => {
    acceptsBothKinds('supported parameters are accepted in a document %s');

    const at = [...get('getItem'), 'parameters', 0, 'schema'];
    const message = expect.stringContaining('the keyword multipleOf is not supported');
    reports('an unsupported keyword is reported at its location', [
      byDefault([at, { type: 'integer', multipleOf: 2 }]),
      [{ message, at: [...at, 'multipleOf'] }],
    ]);
  },

  'query-credentials': ({ acceptsBothKinds, accepts, reports }) => {
    const at = (name: string) => ['components', 'securitySchemes', name];
    const message = (name: string, found: string) =>
      `credential ${name}: expected type: apiKey with in: query, found ${found}; describe a query parameter, or remove the scheme`;

    acceptsBothKinds('credentials in the query are accepted in a document %s');

    for (const [what, scheme, found] of [
      ['a header', header, 'in: header'],
      ['a cookie', cookie, 'in: cookie'],
      ['a bearer token', { type: 'http', scheme: 'bearer' }, 'type: http'],
      ['a password', password, 'type: http'],
      ['OAuth 2', { type: 'oauth2', flows: {} }, 'type: oauth2'],
    ] as const) {
      const findings = [{ message: message('token', found), at: at('token') }];
      reports(`${what} is rejected as the credential`, [action([at('token'), scheme]), findings]);
    }

    const alternative = (other: object, requirement: object) =>
      action([at('other'), other], [['security'], [{ token: [] }, requirement]]);
    const where = 'in an alternative requirement';
    accepts(`${where}, a header is allowed`, alternative(header, { other: [] }));
    accepts(`${where}, a password is allowed`, alternative(password, { other: [] }));
    reports(`${where}, a cookie is rejected`, [
      alternative(cookie, { other: [] }),
      [{ message: message('other', 'in: cookie'), at: at('other') }],
    ]);
    reports(`${where}, an undeclared header is rejected`, [
      alternative(header, { token: [] }),
      [{ message: message('other', 'in: header'), at: at('other') }],
    ]);
  },

  'query-parameters-only': ({ acceptsBothKinds, reports }) => {
    acceptsBothKinds('query parameters are accepted in a document %s');

    for (const place of ['header', 'cookie', 'path']) {
      const at = [...get('readShelf'), 'parameters', 2];
      const parameter = { name: 'tenant', in: place, required: true, schema: text };
      const message = `readShelf: parameter tenant: expected in: query, found in: ${place}; make it a query parameter`;
      reports(`a parameter in the ${place} is rejected`, [action([at, parameter]), [{ message, at }]]);
    }
  },

  'security-requirements': ({ acceptsBothKinds, accepts, reports }) => {
    const secured = (...requirements: object[]) =>
      action([['components', 'securitySchemes', 'password'], password], [['security'], requirements]);

    acceptsBothKinds('at most one security requirement is accepted in a document %s');

    accepts('an alternative that requires a header is accepted', secured({ token: [] }, { password: [] }));

    const message = (found: string) =>
      `security: expected a credential outside the query in each alternative requirement, found ${found}; keep one requirement for the query`;
    reports('an alternative with only query credentials is rejected', [
      action([['security'], [{ token: [] }, { token: [] }]]),
      [{ message: message('token'), at: ['security', 1] }],
    ]);
    reports('an alternative without credentials is rejected', [
      action([['security'], [{ token: [] }, {}]]),
      [{ message: message('none'), at: ['security', 1] }],
    ]);

    const empty = expect.stringContaining('expected the names of the credentials, found an empty requirement');
    reports('an empty requirement is rejected', [
      action([['security'], [{}]]),
      [{ message: empty, at: ['security', 0] }],
    ]);

    const at = [...get('readShelf'), 'security'];
    reports('an operation with its own requirement is rejected', [
      action([at, [{ token: [] }]]),
      [
        {
          message:
            'readShelf: expected security only at the root of the document, found it in the operation; move it to the root',
          at,
        },
      ],
    ]);
  },

  'selector-names': ({ acceptsBothKinds, reports }) => {
    acceptsBothKinds('unambiguous selector names are accepted in a document %s');

    for (const [what, parameter] of [
      ['a parameter', { required: true, schema: text }],
      ['an optional constant', { required: false, schema: { type: 'string', const: 'author' } }],
    ] as const) {
      const at = [...get('readShelf'), 'parameters', 2];
      const message =
        'readShelf: parameter kind: expected a selector (required, with a const) as in findAuthors (kind=author), found a parameter; rename one of them';
      reports(`a selector name that is ${what} in another operation is rejected`, [
        action([at, { name: 'kind', in: 'query', ...parameter }]),
        [{ message, at }],
      ]);
    }
  },
});
