import { expect, test } from 'vitest';
import type { Answer, Ask } from '../src/ask.ts';
import { findOperation } from '../src/commands.ts';
import { runSingle } from '../src/single.ts';

const data = [{ name: 'Mercedes-Benz', note: 'a text that is longer than a narrow terminal' }];
const answer: Answer = { ok: true, data, issues: [] };
const ask: Ask = () => ({ safe: async () => answer });

async function print(stream: { isTTY?: boolean; columns?: number }): Promise<string[]> {
  let said = '';
  const write = (text: string) => {
    said += text;
  };
  await runSingle(findOperation('brands'), [], {}, ask, { write, ...stream }, write);
  return said.split('\n');
}

test('a table is as wide as the terminal, and as wide as it is long elsewhere', async () => {
  const [terminal, pipe] = [await print({ isTTY: true, columns: 40 }), await print({})];
  expect(Math.max(...terminal.map((line) => line.length))).toBeLessThanOrEqual(40);
  expect(pipe).toContain('Mercedes-Benz  a text that is longer than a narrow terminal');
});
