import type { OperationTable } from '@vehicle-lookup/selectors';

/** What the target of a request line consists of. */
export interface Target {
  path: string;
  /** The text after the first question mark. */
  query: string;
}

/** Splits the target of a request. Clients of proxies send an absolute form: `GET http://host/api/`. */
export function readTarget(url: string): Target {
  const mark = url.indexOf('?');
  const before = mark < 0 ? url : url.slice(0, mark);
  const path = before.startsWith('/') ? before : before.replace(/^https?:\/\/[^/]*/i, '');
  return { path, query: mark < 0 ? '' : url.slice(mark + 1) };
}

/** Whether a path is the document's, with or without the slash at its end (assumption trailing-slash). */
export const isDocumentPath = (table: Pick<OperationTable, 'path'>, path: string): boolean =>
  withoutSlash(path) === withoutSlash(table.path);

const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** Whether the escapes of a path are UTF-8. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
