import { expect, test } from 'vitest';
import type { CommandOperation } from '../src/operation.ts';
import type { ServiceAccess } from '../src/service.ts';
import { runSingle } from '../src/single.ts';

const data = [{ name: 'Mercedes-Benz', note: 'a text that is longer than a narrow terminal' }];
const lookup: ServiceAccess['lookup'] = async () => ({ ok: true, data, issues: [] });
const operation: CommandOperation = { id: 'listBrands', summary: '', description: '', inputs: [], columns: [] };

async function print(stream: { isTTY?: boolean; columns?: number }): Promise<string[]> {
  let said = '';
  const write = (text: string) => {
    said += text;
  };
  await runSingle(operation, [], {}, { lookup, baseUrl: '' }, { write, ...stream }, write);
  return said.split('\n');
}

test('a table fits the width of the terminal, or is as wide as its content without a terminal', async () => {
  const [terminal, pipe] = [await print({ isTTY: true, columns: 40 }), await print({})];
  expect(Math.max(...terminal.map((line) => line.length))).toBeLessThanOrEqual(40);
  expect(pipe).toContain('Mercedes-Benz  a text that is longer than a narrow terminal');
});
