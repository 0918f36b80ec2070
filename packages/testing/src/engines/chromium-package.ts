import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { root } from '../process/bins.ts';
import { cachedDirectory } from './cache.ts';
import { install } from './packages.ts';

const ENGINES = join(root, 'engines');
const PACKAGE = '@sparticuz/chromium';

/** The package has the browser for Linux on x64, with glibc. */
export const canUnpackChromium = (): boolean =>
  process.platform === 'linux' && process.arch === 'x64' && existsSync('/lib64/ld-linux-x86-64.so.2');

/** The directory of the packaged Chromium: `chromium`, `lib/` and `fonts.conf`. It is downloaded and unpacked once. */
export function unpackedChromium(): string {
  const { dependencies } = JSON.parse(readFileSync(join(ENGINES, 'package.json'), 'utf8'));
  return cachedDirectory(`chromium-${dependencies[PACKAGE]}`, (target) => {
    const installed = mkdtempSync(join(tmpdir(), 'vehicle-lookup-engines-'));
    try {
      console.error(`Chromium ${dependencies[PACKAGE]} is downloaded for the tests (67 MB, once).`);
      install(ENGINES, installed);
      unpack(join(installed, 'node_modules', PACKAGE, 'bin'), target);
    } catch (error) {
      const next = 'Try again with a network, or set CHROMIUM to the path of an installed Chromium.';
      throw new Error(`Chromium could not be installed: ${(error as Error).message}\n${next}`);
    } finally {
      rmSync(installed, { recursive: true, force: true });
    }
  });
}

/** The archives are made for AWS Lambda: the browser, its libraries, and a font. */
function unpack(archives: string, target: string): void {
  const inflate = (name: string) => brotliDecompressSync(readFileSync(join(archives, name)));
  writeFileSync(join(target, 'chromium'), inflate('chromium.br'), { mode: 0o755 });
  for (const name of ['al2023.tar.br', 'fonts.tar.br']) {
    const { error, status, stderr } = spawnSync('tar', ['-x', '--no-same-owner', '-C', target], {
      input: inflate(name),
    });
    if (status !== 0) throw new Error(`tar could not unpack ${name}: ${error?.message ?? stderr}`);
  }
  // The font is found beside this file, wherever the cache is.
  const fonts = '<dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir>';
  writeFileSync(join(target, 'fonts.conf'), `<?xml version="1.0"?>\n<fontconfig>${fonts}</fontconfig>\n`);
}
