import type { OperationTable } from '../../src/selectors/table.ts';

const words = { required: true, type: 'string', minLength: 1, maxLength: 80 } as const;
const id = { required: true, type: 'integer', minimum: 1 } as const;
const statuses = ['200', '400'];

/** The table of an API in which one parameter has a different value for each operation, without a default operation. */
export const library: OperationTable = {
  path: '/library',
  method: 'GET',
  credentials: ['token'],
  secrets: ['token'],
  error: { fixed: { failed: true }, text: 'reason' },
  operations: [
    { id: 'findBooks', selectors: { action: 'find' }, parameters: { words }, statuses },
    { id: 'findAuthors', selectors: { action: 'find', kind: 'author' }, parameters: { words }, statuses },
    { id: 'readShelf', selectors: { action: 'shelf' }, parameters: { number: id }, statuses },
  ],
};

/** The table of an API with a default operation and flag selectors, without credentials. */
export const items: OperationTable = {
  path: '/items',
  method: 'GET',
  credentials: [],
  secrets: [],
  error: { fixed: {}, text: 'error' },
  operations: [
    { id: 'getItem', selectors: {}, parameters: { id }, statuses },
    { id: 'getParts', selectors: { parts: '1' }, parameters: { id }, statuses },
    { id: 'listItems', selectors: { all: '1' }, parameters: {}, statuses },
  ],
};
