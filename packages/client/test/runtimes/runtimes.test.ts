import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chromiumOptions,
  closedAddress,
  outsideEnvironment,
  runCommand,
  serveHttp,
  startMock,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { runtimePath, startWorkerd } from '../../bench/runtimes/runtimes.ts';
import { type Addresses, behaviours, type Outcomes } from './behaviours.ts';
import { startFaultyService } from './faulty-service.ts';

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
  // Deno may connect to this machine, but may not read files.
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

// Installing the runtimes takes time and about 700 MB.
const runtimes = { ...always, ...(process.env.DEEP ? installed : {}) };

describe.each(Object.entries(runtimes))('in %s', (_, run) => {
  let outcomes: Promise<Outcomes> | undefined;

  // If a runtime cannot be installed, each of its tests fails with the reason.
  test.each(Object.keys(behaviours))('%s', async (name) => {
    outcomes ??= run(directory, addresses);
    expect((await outcomes)[name]).toBe('held');
  });
});

/**
 * Runs the bundle with a command-line runtime. The runtime ends only if timers and listeners are removed.
 * @throws Error with the output if the runtime fails
 */
async function runByCommand(command: string[], directory: string, addresses: Addresses): Promise<Outcomes> {
  const words = [...command, 'main.js', JSON.stringify(addresses)];
  const { code, out, err } = await runCommand(words, { cwd: directory, inherit: outsideEnvironment() });
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}: ${err || out}`);
  return JSON.parse(out);
}

/** Runs the bundle in workerd. */
async function runInWorkerd(directory: string, addresses: Addresses): Promise<Outcomes> {
  const worker = await startWorkerd(directory, ['worker.js', 'behaviours.js']);
  try {
    const response = await fetch(worker.address, { method: 'POST', body: JSON.stringify(addresses) });
    return (await response.json()) as Outcomes;
  } finally {
    await worker.stop();
  }
}

/** The entry point for command-line runtimes. It receives the URLs as an argument and prints the outcomes. */
const MAIN = `import process from 'node:process';
import { run } from './behaviours.js';
console.log(JSON.stringify(await run(JSON.parse(process.argv.at(-1)))));
`;

/** The entry point for serving runtimes. It receives the URLs as a request body and responds with the outcomes. */
const WORKER = `import { run } from './behaviours.js';
export default { fetch: async (request) => Response.json(await run(await request.json())) };
`;

/**
 * Bundles the behaviours like a consumer.
 * @returns a directory with `behaviours.js` and the entry points `main.js` and `worker.js`
 */
async function bundleBehaviours(): Promise<string> {
  const directory = temporaryDirectory();
  await build({
    entryPoints: [join(import.meta.dirname, 'behaviours.ts')],
    outdir: directory,
    bundle: true,
    format: 'esm',
    target: 'es2023',
    logLevel: 'error',
  });
  writeFileSync(join(directory, 'main.js'), MAIN);
  writeFileSync(join(directory, 'worker.js'), WORKER);
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  return directory;
}

/** Runs the bundle in a page with a different origin from the services, so that every response requires CORS. */
async function runInChromium(directory: string, addresses: Addresses): Promise<Outcomes> {
  const script = readFileSync(join(directory, 'behaviours.js'));
  const site = await serveHttp(({ url }, response) =>
    url === '/behaviours.js'
      ? response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
      : response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>page</title>'),
  );
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(site.address);
    // A string, because vitest transforms an `import` expression into code that a page cannot run.
    return await page.evaluate(`import('/behaviours.js').then(({ run }) => run(${JSON.stringify(addresses)}))`);
  } finally {
    await browser.close();
  }
}
