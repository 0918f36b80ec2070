import { describe, expect, test } from 'vitest';
import type { Document, Path, PathItem } from '../../src/openapi/openapi.ts';
import { onePathPerOperation, wireUrls } from '../../src/operations/projections.ts';
import { actionDocument, changed, defaultDocument } from '../sample-documents.ts';

const entry = (statement: string) => ({ statement, silence: 'Somewhere', evidence: 'None.', probe: 'Ask.' });
const assumptions: [Path, unknown][] = [
  [
    ['x-assumptions'],
    { 'word-case': entry('Words are compared\n  without case.'), card: entry('A card never expires.') },
  ],
  [['components', 'schemas', 'Words', 'x-assumes'], { type: 'word-case' }],
  [['paths', '/library', 'get', 'x-assumes'], { meaning: 'card' }],
];
const projected = (project: (document: Document) => Document, document: Document) => {
  const before = structuredClone(document);
  const projection = project(document);
  expect(document).toEqual(before);
  return projection as Document & {
    paths: Record<string, { get: { description?: string } }>;
    info: { description?: string };
  };
};

describe('a document with one path per operation', () => {
  const source = changed(actionDocument(), ...assumptions);
  const { pathItems = {}, ...components } = source.components ?? {};

  test('has a path for every operation ID, and otherwise differs only in descriptions', () => {
    const { info, paths, ...others } = projected(onePathPerOperation, source);
    const { info: sourceInfo, paths: _, ...expected } = source;
    expect(others).toEqual({ ...expected, components });
    expect(info).toEqual({ ...sourceInfo, description: info.description });
    expect(Object.keys(paths)).toEqual(['/findBooks', '/findAuthors', '/readShelf']);
    for (const [path, item] of Object.entries(paths)) {
      const { get } = pathItems[path.slice(1)] as PathItem;
      expect(item).toEqual({ get: { ...get, description: item.get.description } });
    }
  });

  test('begins each description with the request to send', () => {
    const { paths } = projected(onePathPerOperation, source);
    expect(paths['/findAuthors']?.get.description).toBe(
      'Request: `GET /library?action=find&kind=author&words={words}`.\n\nAuthors whose name contains all the words.',
    );
    expect(
      Object.values(projected(onePathPerOperation, defaultDocument()).paths).map(({ get }) => get.description),
    ).toEqual([
      'Request: `GET /items?id={id}`.',
      'Request: `GET /items?id={id}&parts=1`.',
      'Request: `GET /items?all=1`.',
    ]);
  });

  test('has an introduction that explains the paths first and lists the credentials', () => {
    const about = /^\*\*The paths of this document are identifiers\*\*, .* begins with the request to send/;
    const { description } = projected(onePathPerOperation, source).info;
    expect(description).toMatch(about);
    expect(description).toMatch(/, with `token` in the query\.(\n\n|$)/);
    expect(description?.endsWith(source.info?.description ?? '')).toBe(true);
    expect(projected(onePathPerOperation, defaultDocument()).info.description).toMatch(/the request to send\.$/);
  });

  test('includes path items that are behind a reference', () => {
    const moved = changed(
      source,
      [['components', 'pathItems', 'aside'], pathItems.readShelf],
      [['components', 'pathItems', 'readShelf'], { $ref: '#/components/pathItems/aside' }],
    );
    expect(projected(onePathPerOperation, moved).paths['/readShelf']).toEqual(
      projected(onePathPerOperation, source).paths['/readShelf'],
    );
  });
});

describe('a document with actual URLs as paths', () => {
  test('shows the query that selects each operation, without credentials', () => {
    expect(Object.keys(projected(wireUrls, actionDocument()).paths)).toEqual([
      '/library?action=find&words={words}',
      '/library?action=find&kind=author&words={words}',
      '/library?action=shelf&number={number}',
    ]);
    expect(Object.keys(projected(wireUrls, defaultDocument()).paths)).toEqual([
      '/items?id={id}',
      '/items?id={id}&parts=1',
      '/items?all=1',
    ]);
  });

  test('shows no query for an operation without required parameters', () => {
    const parameters = ['components', 'pathItems', 'getItem', 'get', 'parameters'];
    expect(Object.keys(projected(wireUrls, changed(defaultDocument(), [parameters, []])).paths)[0]).toBe('/items');
  });
});
