import { createHash } from 'node:crypto';

/** A file whose name has a hash of its content never changes: browsers keep it without asking. */
const HASHED = /\.[0-9a-f]{12}\.\w+$/;

export const hasHashedName = (path: string): boolean => HASHED.test(path);

/** `assets/site.css` → `assets/site.0123456789ab.css` */
export function hashedName(path: string, content: string | Buffer): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return path.replace(/\.\w+$/, (extension) => `.${hash}${extension}`);
}

/** Attributes of a page that name files; `data-search` names those that the search loads when it is opened. */
const NAMING = /(?<= (?:src|href|data-search)=")[^"]*/g;

/** Gives scripts, styles and images names with a hash of their content, in the pages that load them, too. */
export function withHashedNames(files: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const isPlain = (path: string) => /^assets\/[^/]+\.(?:css|js|svg)$/.test(path) && !hasHashedName(path);
  const names = new Map(
    [...files].flatMap(([path, content]) => (isPlain(path) ? [[path, hashedName(path, content)]] : [])),
  );
  const named = (text: string) => text.replace(/\bassets\/[\w.-]+/g, (path) => names.get(path) ?? path);
  return new Map(
    [...files].map(([path, content]) => [
      names.get(path) ?? path,
      path.endsWith('.html') ? Buffer.from(content.toString().replace(NAMING, named)) : content,
    ]),
  );
}
