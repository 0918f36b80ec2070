import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { canUnpackChromium, unpackedChromium } from './chromium-package.ts';

/** Where Linux distributions install it; looked at where no package has the pinned one for the platform. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A new profile each time; it sends no request of its own. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** How playwright-core launches Chromium. */
export interface ChromiumOptions {
  executablePath: string;
  args: string[];
  env?: Record<string, string | undefined>;
  /** No limit for the start: the machine may be busy. */
  timeout: 0;
}

const COMMON = { args: FLAGS, timeout: 0 } as const;

/**
 * Finds Chromium: the one that the environment variable CHROMIUM names, else the pinned one of `engines/package.json`, which is
 * unpacked on first use, so that tests see the same browser on every machine. Where no package has it for the platform: an
 * installed one.
 * @param installed where an installed one may be
 * @throws with the next step when there is none
 */
export function chromiumOptions(installed: readonly string[] = INSTALLED): ChromiumOptions {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) {
    if (existsSync(CHROMIUM)) return { ...COMMON, executablePath: CHROMIUM };
    throw new Error(
      `CHROMIUM is ${CHROMIUM}, but there is no such file: correct it, or unset it to use the pinned one`,
    );
  }
  if (canUnpackChromium()) return pinnedChromium();
  const executablePath = installed.find((place) => existsSync(place));
  if (executablePath) return { ...COMMON, executablePath };
  throw new Error(
    `No Chromium for the tests: no package has one for ${process.platform} on ${process.arch}, and none is installed ` +
      `(${installed.join(', ')}). Install Chromium or Chrome and set CHROMIUM to its path.`,
  );
}

/** The pinned one, with the libraries and the font of its package. */
function pinnedChromium(): ChromiumOptions {
  const directory = unpackedChromium();
  const libraries = [join(directory, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  const env = { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(directory, 'fonts.conf') };
  return { ...COMMON, executablePath: join(directory, 'chromium'), env };
}
