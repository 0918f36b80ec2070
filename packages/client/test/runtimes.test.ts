import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runtimePath } from '../bench/runtimes/runtime-path.ts';
import { startMock } from './mock.ts';
import { type Addresses, behaviours, type Outcomes } from './runtimes/behaviours.ts';
import { bundleBehaviours } from './runtimes/bundle.ts';
import { runInChromium } from './runtimes/chromium.ts';
import { runByCommand } from './runtimes/command.ts';
import { startFaultyService } from './runtimes/faulty-service.ts';
import { runInWorkerd } from './runtimes/workerd.ts';

type Run = (folder: string, addresses: Addresses) => Promise<Outcomes>;

const always: Record<string, Run> = {
  'the Node.js of this repository': (...given) => runByCommand(process.execPath, [], ...given),
  "the machine's own Node.js": (...given) => runByCommand('node', [], ...given),
  Chromium: runInChromium,
};

const installed: Record<string, Run> = {
  'Node.js 20.8': (...given) => runByCommand(runtimePath('node-20'), [], ...given),
  'Node.js 22': (...given) => runByCommand(runtimePath('node-22'), [], ...given),
  Bun: (...given) => runByCommand(runtimePath('bun'), [], ...given),
  // It may reach this machine and read nothing.
  Deno: (...given) => runByCommand(runtimePath('deno'), ['run', '--no-prompt', '--allow-net=127.0.0.1'], ...given),
  workerd: runInWorkerd,
};

let folder: string;
let addresses: Addresses;

beforeAll(async () => {
  const [mock, faulty, gone] = await Promise.all([startMock(), startFaultyService(), goneAddress()]);
  addresses = { mock: mock.baseUrl, faulty, gone };
  folder = await bundleBehaviours();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function goneAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

// Installing those takes time and some 700 MB.
const runtimes = { ...always, ...(process.env.DEEP ? installed : {}) };

describe.each(Object.entries(runtimes))('in %s', (_, run) => {
  let outcomes: Promise<Outcomes> | undefined;

  // A runtime that cannot be had fails each of them, with the reason.
  test.each(Object.keys(behaviours))('%s', async (name) => {
    outcomes ??= run(folder, addresses);
    expect((await outcomes)[name]).toBe('held');
  });
});
