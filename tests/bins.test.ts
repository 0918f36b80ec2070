import { join } from 'node:path';
import { type BinName, bin, runCommand } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';

const listModules = join(import.meta.dirname, 'support/list-modules.ts');

/**
 * The maximum number of files that `--help` may load: the definitions of commands and options, and the value parsers. The
 * action of a command loads all other files. Ten files take about a quarter of the startup time of Node.js.
 */
const LIMITS: Record<BinName, number> = {
  cli: 52,
  contract: 53,
  docs: 42,
  gate: 43,
  mock: 44,
  service: 62,
  vpic: 37,
};

/** The only dependency that every command line requires. */
const PARSER = 'commander';

test.each(Object.entries(LIMITS))(
  '--help of %s loads at most %d files, and only commander as a dependency',
  async (name, most) => {
    const command = [process.execPath, '--import', listModules, bin(name as BinName), '--help'];
    const { code, out, err } = await runCommand(command);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('--version') });
    const files = err.split('\n').filter((url) => url.startsWith('file:'));
    const dependencies = files.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
    expect([...new Set(dependencies)]).toEqual([PARSER]);
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(most);
  },
);
