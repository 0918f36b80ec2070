import { posix } from 'node:path';
import { WITHIN_SITE } from './text.ts';

/** The address of the repository; undefined while its manifest has only a placeholder. */
export function addressOf(manifest: string): string | undefined {
  const { repository } = JSON.parse(manifest) as { repository?: { url?: string } };
  const [, address] = /^(?:git\+)?(https:.*?)(?:\.git)?$/.exec(repository?.url ?? '') ?? [];
  return address?.includes('/OWNER/') ? undefined : address;
}

/**
 * Where a link of a file leads: to the page of another file, or to a file of the repository; if its address is not known, nowhere.
 * @param directory of the file that has the link
 * @param pages the page of each file, if it has one
 * @param address of the repository
 */
export function targetOf(
  link: string,
  directory: string,
  pages: ReadonlyMap<string, string>,
  address: string | undefined,
): string | undefined {
  if (/^([a-z]+:|#)/.test(link)) return link;
  const [file = '', fragment] = link.split('#');
  const path = posix.join(directory, file).replace(/\/$/, '');
  const page = pages.get(path) ?? pages.get(`${path}/README.md`);
  const end = fragment === undefined ? '' : `#${fragment}`;
  if (page) return `${WITHIN_SITE}${page}${end}`;
  return address && `${address}/blob/main/${path}${end}`;
}
