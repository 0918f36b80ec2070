import { closedAddress, startMock } from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { runtimePath } from '../../bench/runtimes/runtime-path.ts';
import { type Addresses, behaviours, type Outcomes } from './behaviours.ts';
import { bundleBehaviours } from './bundle.ts';
import { runInChromium } from './chromium.ts';
import { runByCommand } from './command.ts';
import { startFaultyService } from './faulty-service.ts';
import { runInWorkerd } from './workerd.ts';

type Run = (directory: string, addresses: Addresses) => Promise<Outcomes>;

const always: Record<string, Run> = {
  'the Node.js of this repository': (...given) => runByCommand([process.execPath], ...given),
  "the machine's own Node.js": (...given) => runByCommand(['node'], ...given),
  Chromium: runInChromium,
};

const installed: Record<string, Run> = {
  'Node.js 20.8': (...given) => runByCommand([runtimePath('node-20')], ...given),
  'Node.js 22': (...given) => runByCommand([runtimePath('node-22')], ...given),
  Bun: (...given) => runByCommand([runtimePath('bun')], ...given),
  // Deno may connect to this machine and read no file.
  Deno: (...given) => runByCommand([runtimePath('deno'), 'run', '--no-prompt', '--allow-net=127.0.0.1'], ...given),
  workerd: runInWorkerd,
};

let directory: string;
let addresses: Addresses;

beforeAll(async () => {
  const [mock, faulty, gone] = await Promise.all([startMock(), startFaultyService(), closedAddress()]);
  addresses = { mock: mock.address, faulty, gone };
  directory = await bundleBehaviours();
});

// Their installation takes time and about 700 MB.
const runtimes = { ...always, ...(process.env.DEEP ? installed : {}) };

describe.each(Object.entries(runtimes))('in %s', (_, run) => {
  let outcomes: Promise<Outcomes> | undefined;

  // If a runtime cannot be installed, each of them fails with the reason.
  test.each(Object.keys(behaviours))('%s', async (name) => {
    outcomes ??= run(directory, addresses);
    expect((await outcomes)[name]).toBe('held');
  });
});
