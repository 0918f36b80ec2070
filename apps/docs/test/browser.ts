import { chromiumOptions } from '@vehicle-lookup/testing';
import { type Browser, chromium, type Page } from 'playwright-core';

/**
 * Starts Chromium.
 * @throws when there is none
 */
export const openBrowser = (): Promise<Browser> => chromium.launch(chromiumOptions());

/** A page that reaches nothing but one address, and what it tried or complained of. */
export interface Watched {
  page: Page;
  /** Addresses that it asked for beyond the one it may. */
  requests: string[];
  /** Errors and warnings of the console; a request that the page's policy forbids is among them. */
  complaints: string[];
}

/** Opens one address, with every other request recorded and blocked. */
export async function openAlone(browser: Browser, address: string): Promise<Watched> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(0);
  const watched: Watched = { page, requests: [], complaints: [] };
  page.on('pageerror', (error) => watched.complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) watched.complaints.push(message.text());
  });
  await page.route('**', (route) => {
    const asked = route.request().url();
    if (asked === address) return route.continue();
    watched.requests.push(asked);
    return route.abort();
  });
  await page.goto(address);
  await page.getByRole('table').first().waitFor();
  return watched;
}
