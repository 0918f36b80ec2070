import { existsSync } from 'node:fs';

/** Where a machine has its browser, unless CHROMIUM says so. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const QUIET =
  '--no-sandbox --headless --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run';

/**
 * How playwright-core launches the machine's own Chromium, so that it asks for nothing by itself.
 * @throws when there is none
 */
export function chromiumOptions(): { executablePath: string; args: string[] } {
  const places = process.env.CHROMIUM ? [process.env.CHROMIUM] : PLACES;
  const executablePath = places.find((place) => existsSync(place));
  if (executablePath === undefined) {
    throw new Error(
      `chromium: expected at ${places.join(' or ')}; apt-get install chromium, or set CHROMIUM to its path`,
    );
  }
  return { executablePath, args: QUIET.split(' ') };
}
