import { createHash } from 'node:crypto';
import { hashedName } from '../site/hashed-names.ts';

/** The reference as a page and the files that it loads. */
export interface ReferenceParts {
  html: string;
  /** By their paths within the site. Each name has a hash of the content, so that browsers keep the file. */
  files: Map<string, string>;
}

/** Where Redoc loads its own logo from; when the image fails, Redoc leaves it out. */
const LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g;

/** Redoc prints its name to the console of every reader. */
const GREETING = 'console.info(`\\n%c Redoc';

/** Redoc gives each token of code a style, which the policy forbids: an attribute and a rule of the styles take its place. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text of Redoc's program.
const TOKEN_STYLE = '` style="color: var(${i})"`';

// biome-ignore lint/suspicious/noTemplateCurlyInString: as above.
const TOKEN_ATTRIBUTE = '` data-token="${i}"`';

/** A rule for each colour that Redoc has for code. */
function tokenRules(program: string): string {
  const names = new Set(program.match(/--code-block-tokens-[\w-]+-color/g));
  return [...names].map((name) => `[data-token="${name}"]{color:var(${name})}`).join('\n');
}

/** The element that holds the document and Redoc's options: the part of the page that depends on the servers. */
export const DATA = 'reference-data';

/**
 * Takes Redocly's page apart: its program and its styles become files that a browser keeps, the document stays in the page as
 * data. The page loads files of the site alone; a policy inside it forbids everything else.
 * @throws when the page is not of the form that this takes apart
 */
export function takeApart(source: string): ReferenceParts {
  if (!source.match(LOGO)) throw new Error(notFound('the address of the logo'));
  const page = source.replace(LOGO, 'data:,').replace(GREETING, GREETING.replace('console.info', 'void'));
  const [head, styles, afterStyles] = splitAround(page, /<style data-styled[^>]*>/, '</style>', notFound('its styles'));
  // The program holds the end of its element in a string: the element ends with the page.
  const [body, script, end] = splitAround(
    afterStyles,
    /<script type="module">/,
    '</script>\n</body>',
    notFound('its program'),
  );
  const [program = '', data = ''] = script.split('const __redoc_definition = ');
  const [, definition, options] = /^([\s\S]*);\s*const __redoc_options = (.*);\s*hydrate\(/.exec(data) ?? [];
  if (definition === undefined || options === undefined) throw new Error(notFound('the document'));

  if (!program.includes(TOKEN_STYLE)) throw new Error(notFound('the colours of code'));
  const css = hashed('redoc', 'css', `${styles.replaceAll('/*!sc*/', '')}${tokenRules(program)}`);
  const js = hashed('redoc', 'js', program.trim().replace(TOKEN_STYLE, TOKEN_ATTRIBUTE));
  const start = hashed('redoc-start', 'js', startOf(js.path));
  const html = [
    withoutStyles(head),
    `<link rel="stylesheet" href="./${css.path}">\n  <link rel="modulepreload" href="./${js.path}">`,
    rooted(withoutStyles(body)),
    dataElement({ definition: JSON.parse(definition), options: JSON.parse(options) }),
    `\n<script type="module" src="./${start.path}"></script>\n</body>`,
    end,
  ].join('');
  return {
    html: withPolicy(html),
    files: new Map([css, js, start].map(({ path, text }) => [path, text])),
  };
}

const notFound = (what: string): string =>
  `expected ${what} in the page that Redocly made, found none; read src/reference/take-apart.ts`;

/** The data of the page, as an element: nothing in it ends the element. */
export const dataElement = (data: unknown): string =>
  `<script type="application/json" id="${DATA}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

const startOf = (program: string): string =>
  `import { hydrate } from './${program.replace('assets/', '')}';
const { definition, options } = JSON.parse(document.getElementById('${DATA}').textContent);
hydrate(definition, options, document.getElementById('redoc'));
`;

function hashed(name: string, type: string, text: string): { path: string; text: string } {
  return { path: hashedName(`assets/${name}.${type}`, text), text };
}

/** Redoc's addresses within the page are fragments; it writes them as paths, which lead nowhere. */
const rooted = (body: string): string => body.replaceAll(/(<a [^>]*href=")\/(?!\/)/g, '$1#/');

/** Styles inside of elements, which the policy forbids, become classes of `reference.css`. */
const withoutStyles = (text: string): string =>
  text
    .replaceAll(' style="display:none;height:0px;overflow:hidden"', ' hidden=""')
    .replaceAll(' style="--navbar-height:0px;--navbar-stack-height:0px"', '');

function withPolicy(html: string): string {
  const head = html.indexOf('<title>');
  if (head < 0) throw new Error('expected a <title> in the page, found none; read src/reference/template.hbs');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(html)}">`;
  return `${html.slice(0, head)}${meta}\n  ${html.slice(head)}`;
}

/** The policy that allows exactly what the page needs: files of the site, and the page's own scripts, known by their hashes. */
export function contentSecurityPolicy(page: string): string {
  const scripts = [
    ...page.matchAll(/<script\b(?![^>]*\b(?:src|type="application\/json")[^>]*>)[^>]*>([\s\S]*?)<\/script>/g),
  ].map(([, script = '']) => script);
  const hashes = scripts.map(hashOf);
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    // Redoc writes its rules into an element that was empty when it was made.
    `style-src 'self' ${hashOf('')}`,
    "img-src 'self' data:",
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Splits a text around an element.
 * @param open matches the start tag
 * @param close the text that ends the element
 * @returns what stands before it, inside of it, and after it
 * @throws with the message when the element is not there
 */
export function splitAround(text: string, open: RegExp, close: string, message: string): [string, string, string] {
  const found = open.exec(text);
  const end = found ? text.indexOf(close, found.index) : -1;
  if (!found || end < 0) throw new Error(message);
  return [text.slice(0, found.index), text.slice(found.index + found[0].length, end), text.slice(end + close.length)];
}
