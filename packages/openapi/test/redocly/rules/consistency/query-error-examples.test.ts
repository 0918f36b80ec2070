import { expect, test } from 'vitest';
import { check } from '../../../../src/redocly/rules/consistency/query-error-examples.ts';
import { actionDocument, changed, defaultDocument, goodDocuments, inlined } from '../../../sample-documents.ts';

const examples = (response: string) => ['components', 'responses', response, 'content', 'application/json', 'examples'];

test.each(goodDocuments)('a document %s shows each kind of problem', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test('a problem without an example is reported for every operation with that response', () => {
  const document = changed(actionDocument(), [[...examples('BadRequest'), 'missing-selector'], undefined]);
  const findings = check(inlined(document), {});
  expect(findings).toHaveLength(4);
  expect(new Set(findings.map(({ message }) => message))).toEqual(
    new Set([
      'status 400: expected an example "missing-selector", the kind of problem that it shows; found it missing',
    ]),
  );
});

test('a document with credentials has examples of their problems', () => {
  const document = changed(actionDocument(), [examples('Unauthorized'), {}]);
  const messages = check(inlined(document), {}).map(({ message }) => message);
  expect(messages).toContainEqual(expect.stringContaining('status 401: expected an example "missing-credentials"'));
  expect(messages).toContainEqual(expect.stringContaining('status 401: expected an example "invalid-credentials"'));
});

test('no example of a foreign parameter is needed if every operation takes every parameter', () => {
  const parameters = ['components', 'pathItems', 'listItems', 'get', 'parameters'];
  const id = { name: 'id', in: 'query', schema: { $ref: '#/components/schemas/Id' } };
  const shown = [...examples('BadRequest'), 'foreign-parameter'];
  expect(check(inlined(changed(defaultDocument(), [shown, undefined])), {})).not.toEqual([]);
  expect(check(inlined(changed(defaultDocument(), [shown, undefined], [[...parameters, 1], id])), {})).toEqual([]);
});
