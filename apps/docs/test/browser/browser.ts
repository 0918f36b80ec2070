import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromiumOptions } from '@vehicle-lookup/testing';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/**
 * Starts Chromium.
 * @throws if Chromium is not available
 */
export const openBrowser = (): Promise<Browser> => chromium.launch(chromiumOptions());

/** A page with its external requests and its console messages. */
export interface Watched {
  page: Page;
  /** URLs outside the site that the page requested. The requests were blocked. */
  outside: string[];
  /** Console messages and script errors of the page. */
  console: string[];
  close(): Promise<void>;
}

/**
 * Opens a page that can access only the site and the URLs in `reaches`.
 * @param address URL of the site, without a trailing slash
 */
export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions & { reaches?: readonly string[] } = {},
): Promise<Watched> {
  const { reaches = [], ...settings } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  const watched: Watched = { page, outside: [], console: [], close: () => context.close() };
  page.on('pageerror', (error) => watched.console.push(error.message));
  page.on('console', (message) => watched.console.push(`${message.text()} ${message.location().url}`));
  await page.route('**', (route) => {
    const requested = route.request().url();
    if ([address, ...reaches].some((one) => requested.startsWith(one))) return route.continue();
    watched.outside.push(requested);
    return route.abort();
  });
  return watched;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Script that waits until the page has not changed for five frames, because scripts repair Redoc's output in the next frame. */
const SETTLED = `new Promise((done) => {
  let quiet = 0;
  const observer = new MutationObserver(() => { quiet = 0; });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  const next = () => {
    quiet += 1;
    if (quiet < 5) return requestAnimationFrame(next);
    observer.disconnect();
    done();
  };
  requestAnimationFrame(next);
})`;

/**
 * Script that repeats axe-core until the page does not change during a run, because sections that Redoc renders during a run
 * are not repaired yet.
 */
const RUN = `(async () => {
  for (;;) {
    await ${SETTLED};
    let changed = false;
    const observer = new MutationObserver(() => { changed = true; });
    observer.observe(document.body, { subtree: true, childList: true });
    const { violations } = await axe.run({ runOnly: ${JSON.stringify(RULES)} });
    observer.disconnect();
    if (!changed) return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => id + ': ' + html.slice(0, 150) + ' ' + (any[0]?.message ?? '')));
  }
})()`;

/** Returns one line for each node that violates WCAG 2.2 AA or the best practices of axe-core. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return (await page.evaluate(RUN)) as string[];
}
