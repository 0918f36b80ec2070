import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { cachedDirectory } from './cache.ts';
import { ENGINES, hasPackagedEngines, install } from './packages.ts';

/** The paths at which Linux distributions install Chromium, for platforms without a pinned version. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Flags for a headless browser that does not send background requests. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The options with which playwright-core launches Chromium. */
export interface ChromiumOptions {
  executablePath: string;
  args: string[];
  env?: Record<string, string | undefined>;
  /** No time limit for the start, because the machine may be busy. */
  timeout: 0;
}

const COMMON = { args: FLAGS, timeout: 0 } as const;

/**
 * Returns the launch options for the browser in CHROMIUM, or for the pinned version in `packages/testing/engines`. The pinned
 * version is unpacked on first use, so tests use the same browser on every machine. On platforms without a package, an installed
 * browser is used.
 * @param installed possible paths of an installed browser
 * @throws with the next step if there is no browser
 */
export function chromiumOptions(installed: readonly string[] = INSTALLED): ChromiumOptions {
  const { CHROMIUM } = process.env;
  if (CHROMIUM) {
    if (existsSync(CHROMIUM)) return { ...COMMON, executablePath: CHROMIUM };
    throw new Error(
      `CHROMIUM is ${CHROMIUM}, but this file does not exist: correct CHROMIUM, or unset it to use the pinned version`,
    );
  }
  if (hasPackagedEngines()) return pinnedChromium();
  const executablePath = installed.find((place) => existsSync(place));
  if (executablePath) return { ...COMMON, executablePath };
  throw new Error(
    `Chromium is not available for the tests: there is no package for ${process.platform} on ${process.arch}, and no browser is installed ` +
      `(${installed.join(', ')}). Install Chromium or Chrome and set CHROMIUM to its path.`,
  );
}

/** Returns the options for the pinned version, with the libraries and the font from its package. */
function pinnedChromium(): ChromiumOptions {
  const directory = unpackedChromium();
  const libraries = [join(directory, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  const env = { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(directory, 'fonts.conf') };
  return { ...COMMON, executablePath: join(directory, 'chromium'), env };
}

const PACKAGE = '@sparticuz/chromium';

/** Returns the directory of the packaged Chromium: `chromium`, `lib/` and `fonts.conf`. The package is downloaded and unpacked once. */
function unpackedChromium(): string {
  const { dependencies } = JSON.parse(readFileSync(join(ENGINES, 'package.json'), 'utf8'));
  return cachedDirectory(`chromium-${dependencies[PACKAGE]}`, (target) => {
    const installed = mkdtempSync(join(tmpdir(), 'vehicle-lookup-engines-'));
    try {
      console.error(`Downloading Chromium ${dependencies[PACKAGE]} for the tests (67 MB, once).`);
      install(ENGINES, installed, 'required');
      unpack(join(installed, 'node_modules', PACKAGE, 'bin'), target);
    } catch (error) {
      const next = 'Connect to a network and try again, or set CHROMIUM to the path of an installed Chromium.';
      throw new Error(`Chromium could not be installed: ${(error as Error).message}\n${next}`);
    } finally {
      rmSync(installed, { recursive: true, force: true });
    }
  });
}

/** Unpacks the browser, its libraries and a font from the archives, which are built for AWS Lambda. */
function unpack(archives: string, target: string): void {
  const inflate = (name: string) => brotliDecompressSync(readFileSync(join(archives, name)));
  writeFileSync(join(target, 'chromium'), inflate('chromium.br'), { mode: 0o755 });
  for (const name of ['al2023.tar.br', 'fonts.tar.br']) {
    const { error, status, stderr } = spawnSync('tar', ['-x', '--no-same-owner', '-C', target], {
      input: inflate(name),
    });
    if (status !== 0) throw new Error(`tar could not unpack ${name}: ${error?.message ?? stderr}`);
  }
  // The path of the font is relative to this file, so the cache can be in any location.
  const fonts = '<dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir>';
  writeFileSync(join(target, 'fonts.conf'), `<?xml version="1.0"?>\n<fontconfig>${fonts}</fontconfig>\n`);
}
