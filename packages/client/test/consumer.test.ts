import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMPILERS, compile, compileBy, expectations, messagesByLine } from './support/compiler.ts';

const directory = join(import.meta.dirname, 'consumer');

describe.each(['invalid-queries.ts', 'invalid-options.ts', 'invalid-paths.ts'])(
  'a mistake in %s does not compile',
  async (name) => {
    const file = join(directory, name);
    const expected = expectations(readFileSync(file, 'utf8'));
    const messages = messagesByLine(await compile(file));

    test.each(expected)('and the message for line %i is: %s', (line, text) => {
      expect(messages.get(line)).toContain(text);
    });

    test('and other lines have no message', () => {
      expect([...messages.keys()]).toEqual(expected.map(([line]) => line));
    });
  },
);

describe.each(COMPILERS)('with %s', (compiler) => {
  test('`paths` rejects every invalid query when openapi-fetch is used directly', async () => {
    const file = join(directory, 'invalid-paths.ts');
    const expected = expectations(readFileSync(file, 'utf8')).map(([line]) => line);
    expect([...messagesByLine(await compileBy(compiler, file)).keys()]).toEqual(expected);
  });

  test.each(['ten-calls', 'ten-methods'])('the calls in %s cost at most 1,000 instantiations', async (name) => {
    const output = await compileBy(compiler, join(directory, `${name}.ts`), '--extendedDiagnostics');
    expect(messagesByLine(output)).toEqual(new Map());
    const count = Number(/^Instantiations:\s+(\d+)$/m.exec(output)?.[1]);
    console.log(`${name} by ${compiler}: ${count} instantiations (at most 1000)`);
    expect(count).toBeLessThanOrEqual(1_000);
  });
});
