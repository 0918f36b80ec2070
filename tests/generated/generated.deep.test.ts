import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { changedFiles, copyRepository, type Files, readFiles } from '../support/copy-repository.ts';
import { generated, headerOf } from './generated.ts';

const generators = [...new Set(generated.map((file) => headerOf(file)[0] ?? ''))];

let copy: string;
let before: Files;
beforeAll(() => {
  copy = copyRepository({ built: true });
  before = readFiles(copy);
});

describe.each(generators)('%s', (generator) => {
  // From another directory, so that no path depends on it.
  const generate = (...args: string[]) => run(join(copy, generator), args, { cwd: '/' });

  test('writes the files that are committed', async () => {
    expect(await generate()).toEqual({ code: 0, out: '', err: '' });
    expect(changedFiles(before, readFiles(copy))).toEqual([]);
  });

  test('with --check shows the changed lines of its files, and writes nothing', async () => {
    const own = generated.filter((file) => headerOf(file)[0] === generator);
    for (const file of own) {
      const [header, line, ...rest] = readFileSync(join(copy, file), 'utf8').split('\n');
      writeFileSync(join(copy, file), [header, `${line} // changed by hand`, ...rest].join('\n'));
    }
    const { code, out, err } = await generate('--check');
    const after = readFiles(copy);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(changedFiles(before, after)).toEqual(own);
    for (const file of own) {
      expect(err).toContain(`${file} is not what the document says. Run \`pnpm generate\` and commit the result.\n`);
      const line = readFileSync(join(root, file), 'utf8').split('\n')[1];
      expect(err).toContain(`\n-${line} // changed by hand\n+${line}\n`);
      expect(after.get(file)).toContain(`${line} // changed by hand\n`);
      cpSync(join(root, file), join(copy, file));
    }
  });
});
