import { readFileSync } from 'node:fs';
import type { Reply } from '@vehicle-lookup/http-front';
import { operationTable } from '@vehicle-lookup/operations';

/** Finds the recorded reply to a query; undefined if there is none. */
export type FindRecorded = (pairs: readonly (readonly [name: string, value: string])[]) => Reply | undefined;

/** The members of HAR 1.2 that are read. */
interface HarEntry {
  request: { method: string; url: string };
  response: {
    status: number;
    headers: { name: string; value: string }[];
    content: { text?: string; encoding?: string; size?: number };
  };
}

/** Headers of a reply that a mock can repeat. Others belong to the connection, or to the time of the recording. */
const KEPT = ['content-type', 'ratelimit', 'ratelimit-policy', 'retry-after'];

/**
 * Reads a recorded run of the contract suite, or the HAR file of a browser. Credentials do not count. Of several replies to one
 * query the first success is taken, otherwise the first.
 * @throws RangeError when the file is no HAR, or has no reply of the interface; the message repeats nothing of it
 */
export function readRecording(file: string): FindRecorded {
  const replies = new Map<string, Reply>();
  for (const { request, response } of entriesOf(file)) {
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
    // A status of 0 stands for a request without a reply.
    if (request.method !== operationTable.method || response.status < 200 || !isInterface(url)) continue;
    if (!hasBody(response)) continue;
    const key = keyOf([...url.searchParams]);
    const isBetter = response.status === 200 && replies.get(key)?.status !== 200;
    if (isBetter || !replies.has(key)) replies.set(key, replyOf(response));
  }
  if (replies.size === 0) throw new RangeError(`it has no reply of ${operationTable.path}`);
  return (pairs) => replies.get(keyOf(pairs));
}

function entriesOf(file: string): HarEntry[] {
  const text = readFileSync(file, 'utf8');
  try {
    const { entries } = JSON.parse(text).log;
    if (Array.isArray(entries)) return entries.filter((entry) => entry?.request?.url && entry.response?.content);
  } catch {} // The parser's message quotes the text.
  throw new RangeError('expected a HAR file: a run of the contract suite, or of a browser');
}

/** Whether the body is in the file: a 304 has none, and a browser may have left it out. */
const hasBody = ({ status, content }: HarEntry['response']): boolean =>
  status !== 304 && (content.text !== undefined || !content.size);

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** Whether an address ends with the path of the interface; the service may have been behind another path. */
const isInterface = (url: URL | undefined): url is URL =>
  url !== undefined && withoutSlash(url.pathname).endsWith(withoutSlash(operationTable.path));

/** The same for every order of the parameters, and for every account. */
const keyOf = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  JSON.stringify(pairs.filter(([name]) => !operationTable.credentials.includes(name)).sort());

function replyOf({ status, headers, content }: HarEntry['response']): Reply {
  const kept = headers
    .map(({ name, value }): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => KEPT.includes(name));
  const { text = '', encoding } = content;
  const body = encoding === 'base64' ? Buffer.from(text, 'base64') : text;
  const own = Object.fromEntries(kept);
  // The program that recorded has decoded a text; it is sent in UTF-8.
  const type = typeof body === 'string' && own['content-type']?.replace(/(charset=)[^;]+/i, '$1utf-8');
  return { status, headers: { ...own, ...(type && { 'content-type': type }) }, body };
}
