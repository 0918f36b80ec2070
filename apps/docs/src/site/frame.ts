import { type Markup, markup, verbatim } from '@vehicle-lookup/markup';
import type { Contract } from '../model/contract.ts';
import { PATHS, rootOf } from './links.ts';
import type { Site, SitePage } from './site.ts';

const NAVIGATION: readonly (readonly [path: string, text: string])[] = [
  [PATHS.start, 'Start'],
  [PATHS.operations, 'Operations'],
  [PATHS.errors, 'Errors'],
  [PATHS.envelopes, 'Envelopes'],
  [PATHS.tryIt, 'Try it'],
  [PATHS.reference, 'Reference'],
  [PATHS.assumptions, 'Assumptions'],
  [PATHS.clauses, 'Clauses'],
  [PATHS.changes, 'Changes'],
  [PATHS.verification, 'Verification'],
];

/** A whole page. It loads files of the site alone; its policy says so to the browser. */
export function frame({ contract }: Site, { path, title, main, tryIt }: SitePage): string {
  const root = rootOf(path);
  const data =
    tryIt &&
    markup`
<script type="application/json" id="try-it-data">${json(tryIt)}</script>
<script src="${root}assets/try-it.js" defer></script>`;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(tryIt !== undefined)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${contract.document.info?.summary ?? contract.title}">
<title>${title === contract.title ? title : `${title} · ${contract.title}`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}assets/frame.css">
<link rel="stylesheet" href="${root}assets/site.css">
<script src="${root}assets/site.js" data-root="${root}" defer></script>${data ?? markup``}
</head>
<body>
${siteHeader(contract, path)}
<main id="content" tabindex="-1">
${main}
</main>
</body>
</html>
`.markup;
}

/** What every page begins with, the reference too: the way past it, and to the other pages. */
export function siteHeader({ title, version }: Pick<Contract, 'title' | 'version'>, path: string): Markup {
  const root = rootOf(path);
  return markup`<a class="skip" href="#content">Skip to the content</a>
<header class="site">
<a class="home" href="${root}${PATHS.start}">${title} ${version}</a>
<nav aria-label="Site"><ul>${NAVIGATION.map((entry) => navigationItem(root, path, entry))}</ul></nav>
</header>`;
}

function navigationItem(root: string, page: string, [path, text]: readonly [string, string]): Markup {
  const isHere = page === path || (path === PATHS.operations && page.startsWith('operations/'));
  const state = !isHere ? markup`` : page === path ? markup` aria-current="page"` : markup` aria-current="true"`;
  return markup`<li><a href="${root}${path}"${state}>${text}</a></li>`;
}

/** JSON inside a `script`: nothing in it ends the element. */
const json = (value: unknown): Markup => ({ markup: JSON.stringify(value).replaceAll('<', '\\u003c') });

/**
 * What a page may load: files of the site. A page with the form may also send requests, because its reader chooses the
 * service.
 */
export const policyOf = (sendsRequests: boolean): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src ${sendsRequests ? "'self' http: https:" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** Code or data, as it is. */
export const block = (text: string, label: string, language = 'text'): Markup =>
  markup`<pre class="block" data-language="${language}" aria-label="${label}" role="group"><code>${verbatim(text)}</code></pre>`;
