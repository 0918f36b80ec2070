import { describe, expect, test } from 'vitest';
import type { Document, Path } from '../../src/document/openapi.ts';
import { onePathPerOperation, trueAddresses } from '../../src/document/projections.ts';
import { actionDocument, changed, defaultDocument } from '../sample-documents.ts';

const entry = (statement: string) => ({ statement, silence: 'Somewhere', evidence: 'None.', probe: 'Ask.' });
const assumptions: [Path, unknown][] = [
  [
    ['x-assumptions'],
    { 'word-case': entry('Words are compared\n  without case.'), card: entry('A card never expires.') },
  ],
  [['components', 'schemas', 'Words', 'x-assumes'], ['word-case']],
  [['paths', '/library', 'get', 'x-assumes'], ['card']],
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

describe('one path per operation', () => {
  test('every operation has a path of its name, and nothing else changes', () => {
    const source = changed(actionDocument(), ...assumptions);
    const { pathItems, ...components } = source.components ?? {};
    expect(projected(onePathPerOperation, source)).toEqual({
      ...source,
      paths: {
        '/findBooks': pathItems?.findBooks,
        '/findAuthors': pathItems?.findAuthors,
        '/readShelf': pathItems?.readShelf,
      },
      components,
    });
  });
});

describe('true addresses', () => {
  test('a path shows the query that selects the operation, without credentials', () => {
    expect(Object.keys(projected(trueAddresses, actionDocument()).paths)).toEqual([
      '/library?action=find&words={words}',
      '/library?action=find&kind=author&words={words}',
      '/library?action=shelf&number={number}',
    ]);
    expect(Object.keys(projected(trueAddresses, defaultDocument()).paths)).toEqual([
      '/items?id={id}',
      '/items?id={id}&parts=1',
      '/items?all=1',
    ]);
  });

  test('an operation without required parameters keeps the bare path', () => {
    const parameters = ['components', 'pathItems', 'getItem', 'get', 'parameters'];
    expect(Object.keys(projected(trueAddresses, changed(defaultDocument(), [parameters, []])).paths)[0]).toBe('/items');
  });

  test('an assumption is written below the description of each operation that rests on it', () => {
    const { paths } = projected(trueAddresses, changed(actionDocument(), ...assumptions));
    const [books, authors, shelf] = Object.values(paths).map(({ get }) => get.description);
    const note =
      '\n\n**Assumed where the specification is silent**\n\n- Words are compared without case. (`word-case`)';
    expect(books).toBe(`Books whose title holds all the words.${note}`);
    expect(authors).toBe(`Authors whose name holds all the words.${note}`);
    expect(shelf).not.toContain('Assumed');
  });

  test('an assumption that no operation rests on is written in the introduction', () => {
    const { info } = projected(trueAddresses, changed(actionDocument(), ...assumptions));
    expect(info.description).toMatch(/\n\n\*\*Assumed .*\*\*\n\n- A card never expires\. \(`card`\)$/);
  });

  test('a document without assumptions keeps its descriptions', () => {
    expect(projected(trueAddresses, actionDocument()).info).toEqual(actionDocument().info);
  });
});
