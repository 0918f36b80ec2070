import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMPILERS, compile, compileBy, expectations, messagesByLine } from './compiler.ts';

const folder = join(import.meta.dirname, 'consumer');

describe('a wrong query does not compile', () => {
  const file = join(folder, 'wrong-queries.ts');
  const expected = expectations(readFileSync(file, 'utf8'));
  const messages = messagesByLine(compile(file));

  test.each(expected)('and for line %i the compiler says: %s', (line, text) => {
    expect(messages.get(line)).toContain(text);
  });

  test('and the compiler says nothing of other lines', () => {
    expect([...messages.keys()]).toEqual(expected.map(([line]) => line));
  });
});

describe.each(COMPILERS)('by %s', (compiler) => {
  test.each(['ten-calls', 'ten-methods'])('%s cost at most 1,000 instantiations', (name) => {
    const output = compileBy(compiler, join(folder, `${name}.ts`), '--extendedDiagnostics');
    expect(messagesByLine(output)).toEqual(new Map());
    const count = Number(/^Instantiations:\s+(\d+)$/m.exec(output)?.[1]);
    console.log(`${name} by ${compiler}: ${count} instantiations (at most 1000)`);
    expect(count).toBeLessThanOrEqual(1_000);
  });
});
