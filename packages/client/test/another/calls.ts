// Compiled with types that are emitted from document.ts beside it.
import type { Call, Get } from './selectors.ts';

declare const GET: Get;
declare const call: Call;

export const listed: string | undefined = (await GET('/library', { params: { query: { action: 'list' } } })).data
  ?.listBooks;
export const few = await GET('/library', { params: { query: { action: 'list', limit: 3 } } });
const found = await GET('/library', { params: { query: { action: 'find', title: 'Emma' } } });
export const text: string | undefined = found.data?.findBook;
const cover = await GET('/library', { params: { query: { action: 'find', part: 'cover', title: 'Emma' } } });
export const image: string | undefined = cover.data?.['find-cover'];
export const named: string | undefined = (await call('find-cover', { title: 'Emma' })).data?.['find-cover'];
export const reason: string | undefined = found.error?.reason;

// expect: action=find is findBook: it takes exactly title (string)
await GET('/library', { params: { query: { action: 'find' } } });
// expect: action=find&part=cover is find-cover: it takes exactly title (string)
await GET('/library', { params: { query: { action: 'find', part: 'cover' } } });
// expect: action=list is listBooks: it takes exactly limit (number, optional)
await GET('/library', { params: { query: { action: 'list', title: 'Emma' } } });
// expect: action must be list
await GET('/library', { params: { query: { action: 'burn', title: 'Emma' } } });
// expect: nothing is selected: add action=list, action=find or action=find&part=cover
await GET('/library', { params: { query: { title: 'Emma' } } });
// expect: unknown query parameter: page
await GET('/library', { params: { query: { action: 'list', page: 2 } } });
// expect: does not exist in type '{ title: string; }'
await call('findBook', { part: 'cover' });
