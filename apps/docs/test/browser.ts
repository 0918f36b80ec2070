import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const QUIET =
  '--no-sandbox --headless --disable-gpu --disable-background-networking --disable-component-update --disable-sync';

/** Where a machine has its browser, unless CHROMIUM says so. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Starts the machine's own Chromium.
 * @throws when there is none
 */
export function openBrowser(): Promise<Browser> {
  const places = process.env.CHROMIUM ? [process.env.CHROMIUM] : PLACES;
  const executablePath = places.find((place) => existsSync(place));
  if (executablePath === undefined) {
    throw new Error(
      `chromium: expected at ${places.join(' or ')}; apt-get install chromium, or set CHROMIUM to its path`,
    );
  }
  return chromium.launch({ executablePath, args: [...QUIET.split(' '), '--no-first-run'] });
}

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
