import { join } from 'node:path';
import { runCommand } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { service } from '../support/service.ts';

test.each(['20.20.2', '22.12.0', '24.17.9'])(
  'on Node.js %s it says which version is needed, and nothing else',
  async (version) => {
    const older = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
    const program = join(service, 'bin/vehicle-lookup-service.js');
    const { code, out, err } = await runCommand([process.execPath, '--import', older, program, 'serve']);
    expect([code, out, err]).toEqual([
      1,
      '',
      `vehicle-lookup-service needs Node.js 24.18 or newer, this is ${version}. Install it from your distribution or nodejs.org.\n`,
    ]);
  },
);
