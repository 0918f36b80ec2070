import { describe, expect, test } from 'vitest';
import type { Document, Path } from '../../src/openapi/openapi.ts';
import { clientDocument } from '../../src/operations/client-document.ts';
import { actionDocument, changed, defaultDocument } from '../sample-documents.ts';

type Operations = Record<string, { get: { parameters?: unknown[]; responses: Record<string, unknown> } }>;
const pathsOf = (document: Document) => document.paths as unknown as Operations;
const schemasOf = ({ components }: Document) => Object(components).schemas as Record<string, object>;

describe('a document for client generators', () => {
  test('does not change its source', () => {
    const [source, before] = [actionDocument(), actionDocument()];
    clientDocument(source);
    expect(source).toEqual(before);
  });

  test('lists selectors in x-selector instead of the parameters', () => {
    const paths = pathsOf(clientDocument(actionDocument()));
    expect(Object.keys(paths)).toEqual(['/findBooks', '/findAuthors', '/readShelf']);
    expect(paths['/findAuthors']?.get).toMatchObject({ 'x-selector': { action: 'find', kind: 'author' } });
    expect(paths['/findAuthors']?.get.parameters).toHaveLength(1);
    expect(pathsOf(clientDocument(defaultDocument()))['/getItem']?.get).not.toHaveProperty('x-selector');
  });

  test('has no credentials, so that generated clients cannot expose the key', () => {
    const document = clientDocument(actionDocument());
    expect(document.security).toEqual([]);
    expect(document.components).not.toHaveProperty('securitySchemes');
    expect(document.info?.description).toContain('`x-selector` lists the parameters that select the operation.');
  });

  test('omits the extensions that are only for readers of the contract', () => {
    const marked: [Path, unknown][] = [
      [['x-assumptions'], { card: { statement: 'A card never expires.' } }],
      [['components', 'schemas', 'Words', 'x-assumes'], { type: 'card' }],
    ];
    expect(JSON.stringify(clientDocument(changed(actionDocument(), ...marked)))).not.toMatch(/"x-assum/);
  });

  test('has a short server description, from which generators derive a class name', () => {
    const servers = [{ url: '{base}', description: 'A long text, which is not a name.' }];
    expect(clientDocument({ ...actionDocument(), servers }).servers).toEqual([
      { url: '{base}', description: 'Service' },
    ]);
  });
});

describe('the body of a successful response in a document for client generators', () => {
  const full = { type: 'object', required: ['ok', 'made', 'data'], properties: { ok: {}, made: {}, data: {} } };
  const short = { type: 'object', required: ['ok', 'data'], properties: { ok: {}, data: {} } };
  const body = {
    anyOf: [
      { title: 'short', ...short },
      { title: 'full', allOf: [full] },
      { title: 'bare', type: 'array' },
    ],
  };
  const content = {
    schema: body,
    examples: { short: { value: {} }, full: { value: {} }, bare: { value: [] } },
  };
  const place = ['components', 'pathItems', 'getItem', 'get', 'responses', '200', 'content', 'application/json'];
  const document = clientDocument(changed(defaultDocument(), [place, content]));
  const found = pathsOf(document)['/getItem']?.get.responses['200'] as { content: Record<string, object> };

  test('is the envelope with the most fields, and requires only the fields that every object envelope requires', () => {
    expect(found.content['application/json']).toMatchObject({
      schema: { type: 'object', required: ['ok', 'data'], properties: full.properties },
    });
    expect(JSON.stringify(found)).not.toMatch(/anyOf|allOf|"title"/);
  });

  test('keeps only the example of this envelope', () => {
    expect(found.content['application/json']).toMatchObject({ examples: { full: { value: {} } } });
    expect(JSON.stringify(found)).not.toContain('"short"');
  });

  test('remains a list if the source declares a list', () => {
    expect(JSON.stringify(pathsOf(document)['/listItems'])).toBe(
      JSON.stringify(pathsOf(clientDocument(defaultDocument()))['/listItems']),
    );
  });
});

test('a schema whose name generators use is renamed, and unreferenced components are omitted', () => {
  const place = ['components', 'schemas', 'Error'];
  const used = ['components', 'schemas', 'Item'];
  const document = clientDocument(
    changed(
      defaultDocument(),
      [place, { type: 'string' }],
      [used, { $ref: '#/components/schemas/Error' }],
      [['components', 'schemas', 'Unused'], {}],
    ),
  );
  expect(schemasOf(document)).toMatchObject({ ErrorBody: { type: 'string' } });
  expect(schemasOf(document)).not.toHaveProperty('Error');
  expect(schemasOf(document)).not.toHaveProperty('Unused');
  expect(JSON.stringify(document)).toContain('#/components/schemas/ErrorBody');
});
