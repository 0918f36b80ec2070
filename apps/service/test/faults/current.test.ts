import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, VEHICLE } from '../support/ask.ts';
import { callProgram } from '../support/program.ts';
import { serve } from '../support/service.ts';
import { catalogueOf, soundData } from '../support/sound-data.ts';

const sound = soundData();

test.each(['../stray', 'next.importing', 'v1\nv2', '', 'x'.repeat(200)])(
  'a file `current` that holds %j is rejected: no other file is opened, and the message says what to do',
  async (text) => {
    const data = sound.copy();
    for (const stray of ['../stray', 'next.importing']) {
      cpSync(catalogueOf(data), join(data, 'catalogue', `${stray}.sqlite`));
    }
    writeFileSync(join(data, 'catalogue/current'), text);
    const service = await serve(data);
    expect(service.output.out).toContain('It is not ready.');
    expect(service.output.out).toContain('current: expected the name of a version');
    const { status } = await ask(service.address, { ...sound.account(), ...VEHICLE });
    expect(status).toBe(500);
    const { code, out } = await callProgram(data, ['doctor']);
    expect(code).toBe(1);
    expect(out).toContain('current: expected the name of a version');
    expect(out).toContain('catalogue switch VERSION');
  },
);
