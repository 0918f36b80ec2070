import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CANARY, canaryIn, runCommand, startMock } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { missing } from '../../client/test/cases/language.ts';
import { python } from './python.ts';

const note = missing(python);

test.skipIf(note)(
  `the program of the README prints a line for each vehicle, and no key${note ? ` (skipped: ${note})` : ''}`,
  async () => {
    const { address } = await startMock();
    const [, code = ''] =
      /```python\n(.*?)```/s.exec(readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')) ?? [];
    const program = code.replace('http://127.0.0.1:4010', address);
    const env = { PYTHONPATH: join(import.meta.dirname, '../src'), VEHICLE_LOOKUP_KEY: CANARY };
    const { out, err } = await runCommand([python.program, '-c', program], { env });
    expect(out.trim().split('\n')).toEqual([
      expect.stringMatching(/^WVWZZZ1KZAW000001 \S+ .* \d{4} \S+/),
      expect.stringMatching(/^WAUZZZ8K9BA000002 /),
    ]);
    expect([err, ...canaryIn(out)]).toEqual(['']);
  },
);
