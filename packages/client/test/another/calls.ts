// Compiled with types that are emitted from document.ts beside it.
import type { Methods, VehicleClient } from './index.ts';

declare const client: VehicleClient;
declare const methods: Methods;

const listed = (await client.GET('/library', { params: { query: { action: 'list' } } })).data;
export const wired: string | undefined = (Array.isArray(listed) ? listed : listed?.listBooks)?.[0]?.pages;
export const few = await client.GET('/library', { params: { query: { action: 'list', limit: 3 } } });
const found = await client.GET('/library', { params: { query: { action: 'find', title: 'Emma' } } });
export const text: string | undefined = found.data?.findBook;
const cover = await client.GET('/library', { params: { query: { action: 'find', part: 'cover', title: 'Emma' } } });
export const image: string | undefined = cover.data?.['find-cover'];
export const named: string | undefined = (await client.call('find-cover', { title: 'Emma' })).data?.['find-cover'];
export const reason: string | undefined = found.error?.reason;
export const pages: number | undefined = (await methods.listBooks(3)).data[0]?.sequel?.pages;
export const printed: string | undefined = (await methods.listBooks(undefined, { timeout: 5 })).printed;

// expect: action=find is findBook: it takes exactly title (string)
await client.GET('/library', { params: { query: { action: 'find' } } });
// expect: action=find&part=cover is find-cover: it takes exactly title (string)
await client.GET('/library', { params: { query: { action: 'find', part: 'cover' } } });
// expect: action=list is listBooks: it takes exactly limit (number, optional)
await client.GET('/library', { params: { query: { action: 'list', title: 'Emma' } } });
// expect: action must be list
await client.GET('/library', { params: { query: { action: 'burn', title: 'Emma' } } });
// expect: nothing is selected: add action=list, action=find or action=find&part=cover
await client.GET('/library', { params: { query: { title: 'Emma' } } });
// expect: unknown query parameter: page
await client.GET('/library', { params: { query: { action: 'list', page: 2 } } });
// expect: does not exist in type '{ title: string; }'
await client.call('findBook', { part: 'cover' });
// expect: Expected 1-2 arguments, but got 0
await methods.findBook();
