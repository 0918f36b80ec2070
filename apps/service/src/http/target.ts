import { operationTable } from '@vehicle-lookup/operations';

/** What a request line asks for. */
export interface Target {
  path: string;
  /** The text after the first question mark. */
  query: string;
}

/** Splits the request's target; absolute forms (`GET http://host/api/`) are what a proxy's client sends. */
export function readTarget(url: string): Target {
  const at = url.indexOf('?');
  const before = at < 0 ? url : url.slice(0, at);
  const path = before.startsWith('/') ? before : before.replace(/^https?:\/\/[^/]*/i, '');
  return { path, query: at < 0 ? '' : url.slice(at + 1) };
}

const PATH = operationTable.path;
const ELSEWHERE = '/';
const WITHOUT_SLASH = PATH.replace(/\/$/, '');

/**
 * Where a request is routed, by a path and nothing else, so that no part of the routing can repeat the query.
 * Assumption trailing-slash: with and without it the same.
 */
export function route({ path }: Target): string {
  return path === PATH || path === WITHOUT_SLASH ? PATH : ELSEWHERE;
}

/** Whether a request was routed to the interface. */
export const isInterface = ({ url }: { url: string }): boolean => url === PATH;

export function isDecodable({ path }: Target): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
