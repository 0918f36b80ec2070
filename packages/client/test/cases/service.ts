import type { ServerResponse } from 'node:http';
import { serveHttp } from '@vehicle-lookup/testing';
import type { Case, CaseResponse } from './cases.ts';

/** A request that arrived. */
export interface ArrivedRequest {
  path: string;
  query: [name: string, value: string][];
}

/** A service that replies to each case as the case says. Case number n has the base address `<address>/n`. */
export interface CaseService {
  address: string;
  /** What arrived for a case, in its order. */
  requests(index: number): ArrivedRequest[];
}

export async function serveCases(cases: readonly Case[]): Promise<CaseService> {
  const arrived = cases.map((): ArrivedRequest[] => []);
  const { address } = await serveHttp((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
    const [, number = '', path = ''] = /^\/(\d+)(\/.*)$/.exec(pathname) ?? [];
    const requests = arrived[Number(number)];
    const responses = cases[Number(number)]?.replies ?? [];
    requests?.push({ path, query: [...searchParams] });
    const reply = responses[Math.min(requests?.length ?? 0, responses.length) - 1];
    send(response, reply ?? { status: 599 }, `${address}/${number}`);
  });
  return { address, requests: (index) => arrived[index] ?? [] };
}

function send(response: ServerResponse, reply: CaseResponse, server: string): void {
  const { status = 200, headers = {}, body = { success: true, data: [] }, text = JSON.stringify(body), fault } = reply;
  if (fault === 'silence') later(() => response.end('[]'));
  if (fault === 'cut') response.destroy();
  if (fault === 'silence' || fault === 'cut') return;
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replaceAll('{server}', server)] as const);
  const sent = { 'content-type': 'application/json', ...Object.fromEntries(filled) };
  const length = fault ? { 'content-length': String(Buffer.byteLength(text) + 1_000) } : {};
  response.writeHead(status, { ...sent, ...length });
  if (!fault) return void response.end(text);
  response.write(text);
  if (fault === 'half') return void setImmediate(() => response.destroy());
  const drip = setInterval(() => response.write(' '), 20);
  response.once('close', () => clearInterval(drip));
  later(() => response.end(' '.repeat(1_000)));
}

/** Long after the time limit of the cases: a client without one gets data, which no case expects. */
const later = (work: () => void): void => void setTimeout(work, 3_000).unref();
