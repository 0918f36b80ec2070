import { join } from 'node:path';
import { bin, closedAddress, type Listening, root, run, serveHttp, startMock } from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectRejection, verify } from './support/contract.ts';
import { readBuilt } from './support/documented.ts';
import { workspacePackages } from './support/repository.ts';

const [MOCK, DOCS, CONTRACT] = [bin('mock', '.'), bin('docs', '.'), bin('contract', '.')];
const START = 'scripts/start.ts';
const VERIFY = 'scripts/contract.ts';
const bins = workspacePackages().flatMap(({ directory, bin }) =>
  Object.values(bin).map((file) => join(directory, file)),
);

describe('a port that is in use', () => {
  let taken: Listening;
  beforeAll(async () => {
    taken = await serveHttp();
  });

  async function expectNamed(module: string, flag: string, others: string[]): Promise<void> {
    const outcome = await run(join(root, module), [...others, flag, String(taken.port)]);
    expectRejection(outcome, 1, `port ${taken.port} on 127.0.0.1 is in use`, flag);
    expect(outcome.out).toBe('');
  }

  test.each([
    [MOCK, []],
    [DOCS, ['serve']],
  ])('is reported by %s %j, with the next step', (module, command) => expectNamed(module, '--port', command));

  test('is reported by `pnpm start` with the port flag', async () => {
    const usage = (await run(join(root, START), ['--no-such-flag'])).err;
    const flags = [...new Set(usage.match(/--[a-z]+-port/g))];
    expect(flags.length).toBeGreaterThan(1);
    for (const flag of process.env.DEEP ? flags : flags.slice(0, 1)) {
      const others = flags.filter((other) => other !== flag).flatMap((other) => [other, '0']);
      await expectNamed(START, flag, others);
    }
  });
});

describe('a service that cannot be reached', () => {
  test('is reported by the contract suite, without a verdict', async () => {
    const address = await closedAddress();
    const outcome = await verify(root, address);
    expectRejection(outcome, 2, `${address}/api/ does not respond`, 'the service is running');
    expect(outcome.err.trim().split('\n')).toHaveLength(1);
    expect(outcome.out).toBe('');
  });

  test("is reported by the mock in front of the service, in the document's error body", async () => {
    const address = await closedAddress();
    const { table } = readBuilt(root);
    const mock = await startMock(['--upstream', address]);
    const response = await fetch(`${mock.address}${table.path}?user=demo&key=demo-key&vin=WVWZZZ1KZAW000001`);
    const { [table.error.text]: text, ...fixed } = (await response.json()) as Record<string, unknown>;
    expect(response.status).toBe(502);
    expect(fixed).toEqual(table.error.fixed);
    expect(text).toContain(`The upstream ${address} did not respond`);
    await mock.stop();
    expect(mock.output.all).not.toMatch(/^\s+at /m);
  });
});

describe('an invalid command line', () => {
  test.each([...bins, START, VERIFY])('of %s is rejected before anything starts', async (module) => {
    const outcome = await run(join(root, module), ['--no-such-flag']);
    expectRejection(outcome, 2);
    expect(outcome.out).toBe('');
  });

  test.each([
    [MOCK, ['--port', 'many'], '--port: expected a whole number from 0 to 65535'],
    [MOCK, ['--upstream', 'nowhere'], '--upstream: expected a base URL'],
    [MOCK, ['--upstream', 'http://127.0.0.1/?user=u&key=k'], '--upstream: expected a base URL'],
    [DOCS, ['serve', '--port', '99999'], '--port: expected a whole number from 0 to 65535'],
    [CONTRACT, ['verify', '--base-url', 'nowhere', '--user', 'u', '--key', 'k'], '--base-url: expected a base URL'],
    [CONTRACT, ['verify', '--user', 'u', '--key', 'k'], 'VEHICLE_LOOKUP_BASE_URL'],
  ])('%s %j reports the expected value', async (module, args, words) => {
    expectRejection(await run(join(root, module), args), 2, words);
  });
});
