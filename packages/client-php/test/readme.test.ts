import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CANARY, canaryIn, runCommand, startMock } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { missing } from '../../client/test/cases/language.ts';
import { php } from './php.ts';

const note = missing(php);

test.skipIf(note)(
  `the program of the README prints a line for each vehicle, and no key${note ? ` (skipped: ${note})` : ''}`,
  async () => {
    const { address } = await startMock();
    const [, code = ''] =
      /```php\n(.*?)```/s.exec(readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')) ?? [];
    const program = `<?php ${code.replace('http://127.0.0.1:4010', address)}`.replace(
      '$lookup =',
      `require '${php.client}';\n$lookup =`,
    );
    const { out, err } = await runCommand([php.program], { input: program, env: { VEHICLE_LOOKUP_KEY: CANARY } });
    expect(out.trim().split('\n')).toEqual([
      expect.stringMatching(/^WVWZZZ1KZAW000001 \S+ .* \d{4} \S+/),
      expect.stringMatching(/^WAUZZZ8K9BA000002 /),
    ]);
    expect([err, ...canaryIn(out)]).toEqual(['']);
  },
);
