import type { ServerResponse } from 'node:http';
import { serveHttp } from '@vehicle-lookup/testing';
import type { Case, CaseResponse } from './cases.ts';

/** A received request. */
export interface ArrivedRequest {
  path: string;
  query: [name: string, value: string][];
}

/** A service that returns the responses of each case. Case number n has the base URL `<address>/n`. */
export interface CaseService {
  address: string;
  /** Returns the requests received for a case, in order. */
  requests(index: number): ArrivedRequest[];
}

export async function serveCases(cases: readonly Case[]): Promise<CaseService> {
  const arrived = cases.map((): ArrivedRequest[] => []);
  const { address } = await serveHttp((request, outgoing) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
    const [, number = '', path = ''] = /^\/(\d+)(\/.*)$/.exec(pathname) ?? [];
    const requests = arrived[Number(number)];
    const responses = cases[Number(number)]?.responses ?? [];
    requests?.push({ path, query: [...searchParams] });
    const response = responses[Math.min(requests?.length ?? 0, responses.length) - 1];
    send(outgoing, response ?? { status: 599 }, `${address}/${number}`);
  });
  return { address, requests: (index) => arrived[index] ?? [] };
}

function send(outgoing: ServerResponse, response: CaseResponse, server: string): void {
  const {
    status = 200,
    headers = {},
    body = { success: true, data: [] },
    text = JSON.stringify(body),
    fault,
  } = response;
  if (fault === 'silence') later(() => outgoing.end('[]'));
  if (fault === 'cut') outgoing.destroy();
  if (fault === 'silence' || fault === 'cut') return;
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replaceAll('{server}', server)] as const);
  const sent = { 'content-type': 'application/json', ...Object.fromEntries(filled) };
  const length = fault ? { 'content-length': String(Buffer.byteLength(text) + 1_000) } : {};
  outgoing.writeHead(status, { ...sent, ...length });
  if (!fault) return void outgoing.end(text);
  outgoing.write(text);
  if (fault === 'half') return void setImmediate(() => outgoing.destroy());
  const drip = setInterval(() => outgoing.write(' '), 20);
  outgoing.once('close', () => clearInterval(drip));
  later(() => outgoing.end(' '.repeat(1_000)));
}

/** Runs work long after the cases' time limit. A client without a time limit then gets data, which no case expects. */
const later = (work: () => void): void => void setTimeout(work, 3_000).unref();
