import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cachedDirectory } from '../src/engines/cache.ts';
import { hasPackagedEngines } from '../src/engines/packages.ts';
import { chromiumOptions, installPackages, root, startPostgresql, temporaryDirectory } from '../src/index.ts';

let home: string;
beforeEach(() => {
  home = temporaryDirectory();
  vi.stubEnv('XDG_CACHE_HOME', undefined);
  vi.stubEnv('HOME', home);
});
afterEach(() => vi.unstubAllEnvs());

const writeA = (directory: string) => writeFileSync(join(directory, 'a'), 'whole');
const contentOf = (directory: string) => readFileSync(join(directory, 'a'), 'utf8');

describe('cachedDirectory', () => {
  test('a cached directory is filled once', () => {
    const fill = vi.fn(writeA);
    const [first, second] = [cachedDirectory('engine-1', fill), cachedDirectory('engine-1', fill)];
    expect(first).toBe(join(home, '.cache/vehicle-lookup/engine-1'));
    expect(second).toBe(first);
    expect(contentOf(first)).toBe('whole');
    expect(fill).toHaveBeenCalledTimes(1);
  });

  test('a cached directory is in XDG_CACHE_HOME if the variable is set', () => {
    const cache = temporaryDirectory();
    vi.stubEnv('XDG_CACHE_HOME', cache);
    expect(cachedDirectory('engine-1', writeA)).toBe(join(cache, 'vehicle-lookup/engine-1'));
  });

  test.each([
    ['is empty', () => ''],
    ['cannot be written', () => import.meta.filename],
  ])('a cached directory is in the temporary directory if HOME %s', (_, path) => {
    vi.stubEnv('HOME', path());
    const temporary = temporaryDirectory();
    vi.stubEnv('TMPDIR', temporary);
    expect(tmpdir()).toBe(temporary);
    expect(dirname(dirname(cachedDirectory('engine-1', writeA)))).toBe(temporary);
  });

  test('a cached directory is complete even if another process fills it concurrently', () => {
    const place = cachedDirectory('engine-1', (directory) => {
      cachedDirectory('engine-1', writeA);
      writeFileSync(join(directory, 'a'), 'late');
    });
    expect(contentOf(place)).toBe('whole');
    expect(readdirSync(dirname(place))).toEqual(['engine-1']);
  });

  test('a cached directory leaves no files behind if filling it fails', () => {
    const fail = () => {
      throw new Error('no network');
    };
    expect(() => cachedDirectory('engine-1', fail)).toThrow('no network');
    expect(readdirSync(join(home, '.cache/vehicle-lookup'))).toEqual([]);
  });
});

describe('chromiumOptions', () => {
  const [one, other] = ['one', 'other'];
  const make = (name: string) => {
    writeFileSync(join(home, name), '');
    return join(home, name);
  };

  afterEach(() => vi.restoreAllMocks());

  test('the browser in CHROMIUM is used', () => {
    vi.stubEnv('CHROMIUM', make(other));
    expect(chromiumOptions([make(one)]).executablePath).toBe(join(home, other));
  });

  test.runIf(hasPackagedEngines())('the pinned version is used even if another version is installed', () => {
    vi.stubEnv('CHROMIUM', '');
    const { dependencies } = JSON.parse(readFileSync(join(root, 'packages/testing/engines/package.json'), 'utf8'));
    const pinned = join(home, `.cache/vehicle-lookup/chromium-${dependencies['@sparticuz/chromium']}`);
    mkdirSync(pinned, { recursive: true });
    expect(chromiumOptions([make(one)]).executablePath).toBe(join(pinned, 'chromium'));
  });

  test('an installed browser is used on a platform without a package', () => {
    vi.stubEnv('CHROMIUM', '');
    vi.spyOn(process, 'arch', 'get').mockReturnValue('riscv64');
    expect(chromiumOptions([join(home, other), make(one)])).toMatchObject({ executablePath: join(home, one) });
  });

  test('a missing file in CHROMIUM is reported', () => {
    vi.stubEnv('CHROMIUM', '/no/such/chromium');
    expect(() => chromiumOptions([make(one)])).toThrow('CHROMIUM is /no/such/chromium, but this file does not exist');
  });

  test('a missing browser is reported with the next step on a platform without a package', () => {
    vi.stubEnv('CHROMIUM', '');
    vi.spyOn(process, 'arch', 'get').mockReturnValue('riscv64');
    expect(() => chromiumOptions([])).toThrow(/there is no package for \w+ on riscv64.* set CHROMIUM to its path\.$/);
  });
});

test('an error states the reason if the packages of a directory cannot be installed', () => {
  const directory = temporaryDirectory();
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{ "dependencies": { "a": "1.0.0" } }');
  writeFileSync(join(directory, 'package-lock.json'), '{ "lockfileVersion": 3, "packages": {} }');
  expect(() => installPackages(directory)).toThrow(/^npm ci failed for .*: .+/);
  expect(existsSync(join(home, '.cache/vehicle-lookup'))).toBe(true);
});

/** Creates a directory with an optional package that cannot be installed. */
function optionalPackage(platform: object): string {
  const directory = temporaryDirectory();
  const optionalDependencies = { a: 'file:missing.tgz' };
  const a = { version: optionalDependencies.a, resolved: optionalDependencies.a, optional: true, ...platform };
  const lockfile = { lockfileVersion: 3, packages: { '': { optionalDependencies }, 'node_modules/a': a } };
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ optionalDependencies }));
  writeFileSync(join(directory, 'package-lock.json'), JSON.stringify(lockfile));
  return directory;
}

test('an optional package that npm omits causes an error without leaving files', () => {
  const install = () => installPackages(optionalPackage({}));
  expect(install).toThrow(/^npm ci did not install a, which .* requires\. Connect to a network and try again\.$/);
  expect(readdirSync(join(home, '.cache/vehicle-lookup'))).toEqual([]);
});

test('an optional package for another platform may be missing', () => {
  expect(existsSync(dirname(installPackages(optionalPackage({ os: ['none'] }))))).toBe(true);
});

test('PostgreSQL is reported as missing with the next step on a platform without a package', async () => {
  vi.spyOn(process, 'arch', 'get').mockReturnValue('riscv64');
  await expect(startPostgresql()).rejects.toThrow(/there is no package for \w+ on riscv64.* Set TEST_DATABASE_URL/);
  vi.restoreAllMocks();
});
