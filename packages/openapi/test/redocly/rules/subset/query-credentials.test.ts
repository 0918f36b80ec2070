import { describe, expect, test } from 'vitest';
import { check } from '../../../../src/redocly/rules/subset/query-credentials.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

const token = ['components', 'securitySchemes', 'token'];

test.each(goodDocuments)('a document %s has its credentials in the query', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test.each([
  ['a header', { type: 'apiKey', in: 'header', name: 'X-Token' }, 'in: header'],
  ['a cookie', { type: 'apiKey', in: 'cookie', name: 'token' }, 'in: cookie'],
  ['a bearer token', { type: 'http', scheme: 'bearer' }, 'type: http'],
  ['a password', { type: 'http', scheme: 'basic' }, 'type: http'],
  ['OAuth 2', { type: 'oauth2', flows: {} }, 'type: oauth2'],
])('%s is refused', (_, scheme, found) => {
  expect(check(inlined(changed(actionDocument(), [token, scheme])), {})).toEqual([
    {
      message: `credential token: expected type: apiKey with in: query, found ${found}; describe a query parameter, or leave the scheme out`,
      at: token,
    },
  ]);
});

describe('in an alternative to the requirement of the query', () => {
  const alternative = (scheme: object, requirement: object) =>
    check(
      inlined(
        changed(
          actionDocument(),
          [['components', 'securitySchemes', 'other'], scheme],
          [['security'], [{ token: [] }, requirement]],
        ),
      ),
      {},
    );

  test.each([
    ['a header', { type: 'apiKey', in: 'header', name: 'X-Token' }],
    ['a password', { type: 'http', scheme: 'basic' }],
  ])('%s is allowed', (_, scheme) => {
    expect(alternative(scheme, { other: [] })).toEqual([]);
  });

  test.each([
    ['a cookie', { type: 'apiKey', in: 'cookie', name: 'token' }, { other: [] }],
    ['a header that it does not name', { type: 'apiKey', in: 'header', name: 'X-Token' }, { token: [] }],
  ])('%s is refused', (_, scheme, requirement) => {
    expect(alternative(scheme, requirement)).toHaveLength(1);
  });
});
