import { createHash } from 'node:crypto';

/** Where Redoc loads its own logo from; when the image fails, Redoc leaves it out. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;

/** Redoc prints its name to the console of every reader. */
const GREETING = 'console.info(`\\n%c Redoc';

/**
 * Makes sure that the reference loads files of the site alone: takes the logo from outside away, and forbids every other
 * request by a policy inside the page.
 * @throws when the page is not of the form that this takes apart
 */
export function selfContained(html: string): string {
  if (!html.match(LOGO))
    throw new Error('expected the address of the logo in the page, found none; read src/reference/self-contained.ts');
  const page = html.replace(LOGO, 'data:,').replace(GREETING, GREETING.replace('console.info', 'void'));
  const head = page.indexOf('<title>');
  if (head < 0) throw new Error('expected a <title> in the page, found none; read src/reference/template.hbs');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(page)}">`;
  return `${page.slice(0, head)}${meta}\n  ${page.slice(head)}`;
}

/**
 * The policy that allows exactly what the page needs: the site's scripts and its own, known by their hashes, its styles, which Redoc writes
 * at run time, and images and fonts that are part of the page.
 */
export function contentSecurityPolicy(page: string): string {
  const scripts = [...page.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => script,
  );
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
