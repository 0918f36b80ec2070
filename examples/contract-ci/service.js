import { createServer } from 'node:http';
import { errorBody, resolveOperation } from '@vehicle-lookup/contract';
import { answers } from './data.js';

/** Creates the service for one account `{ user, key }`. The caller starts the server. */
export function createService(account) {
  return createServer((request, response) => {
    if (request.method === 'OPTIONS') return response.writeHead(204, { allow }).end();
    if (!['GET', 'HEAD'].includes(request.method)) return response.writeHead(405, { allow }).end();
    const [status, body] = answer(new URL(request.url, 'http://service').searchParams, account);
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}

const allow = 'GET, HEAD, OPTIONS';

function answer(query, account) {
  const isKnown = Object.entries(account).every(([name, value]) => query.getAll(name).join() === value);
  if (!isKnown) return [401, errorBody('The user or the key is unknown.')];
  const selected = resolveOperation(query);
  if (!selected.ok) return [selected.error.status, errorBody(selected.error.message)];
  const data = answers[selected.operation](selected.parameters);
  if (!data) return [404, errorBody('No data found for this query.')];
  return [200, { success: true, timestamp: now(), api_version: '2.0', data }];
}

const now = () => new Date().toISOString().replace(/\.\d+Z$/, '+00:00');
