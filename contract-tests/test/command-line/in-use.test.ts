import { chmodSync, readFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { bin, cleanUpLater, serverUser, start, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { contract, contractBin, environmentOf } from '../support/command.ts';
import { OPERATIONS, startService } from '../support/service.ts';

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends a run, and the run prints a verdict and reports the findings up to that point',
  async (signal) => {
    let arrive = () => {};
    const fifth = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let count = 0;
    const service = await startService((right) => {
      count += 1;
      if (count < 5) return count === 2 ? { ...right, status: 201 } : right;
      arrive();
      return 'silence';
    });
    const directory = join(temporaryDirectory(), 'report');
    const program = start(bin('contract'), ['verify', '--report-dir', directory], { env: environmentOf(service.url) });
    await fifth;
    const { code, out } = await program.stop(signal);
    expect(code).toBe(1);
    expect(out).toMatch(/\nnot conformant: http:\S+/);
    const report = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8'));
    expect(report).toMatchObject({ verdict: 'not conformant', requests: { planned: 57, spent: 5 } });
    expect(report.findings).toMatchObject([{ code: 'status', fails: true }]);
  },
);

test('progress is printed to a terminal but not to a file', async () => {
  const { url } = await startService();
  const args = ['verify', '--profile', 'smoke'];
  const env = environmentOf(url);
  expect((await contract(args, { env, terminal: true })).err).toMatch(
    new RegExp(`^(?:\\r\\d+ of ${OPERATIONS} requests)+(?<=\\r${OPERATIONS} of \\d+ requests)\\n$`),
  );
  expect((await contract(args, { env })).err).toBe('');
});

test('operations in --plan-lacks are not applicable, and the run is conformant', async () => {
  const lacking = ['getOemParts', 'getRepairTimes'];
  const { url } = await startService((right, { operation }) =>
    right.status === 200 && lacking.includes(operation)
      ? { ...right, status: 403, body: { success: false, message: 'This is not available in your plan.' } }
      : right,
  );
  const { code, out } = await contract(['verify', '--plan-lacks', lacking.join(','), '--json'], {
    env: environmentOf(url),
  });
  expect(code).toBe(0);
  const cells: { operation: string; status: string; state: string }[] = JSON.parse(out).cells;
  for (const operation of lacking) {
    expect(cells).toContainEqual(expect.objectContaining({ operation, status: '200', state: 'not-applicable' }));
    expect(cells).toContainEqual(expect.objectContaining({ operation, status: '403', state: 'pass' }));
  }
});

test.each([
  ['an operation that does not declare 403', 'getFluids'],
  ['an unknown operation', 'getEverything'],
])('--plan-lacks with %s is rejected with a one-line message', async (_, name) => {
  const { code, err } = await contract(['verify', '--plan-lacks', name], {
    env: environmentOf('http://127.0.0.1:65533'),
  });
  expect(code).toBe(2);
  expect(err).toBe(
    'vehicle-lookup-contract: --plan-lacks: expected operations that declare 403: getOemParts, getRepairTimes\n',
  );
});

test('a read-only history directory is rejected before the first request', async () => {
  const directory = temporaryDirectory();
  chmodSync(directory, 0o555);
  const args = ['verify', '--history', directory];
  const { code, out, err } = await contractBin(args, {
    env: environmentOf('http://127.0.0.1:65533'),
    user: serverUser(),
  });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(
    /^vehicle-lookup-contract: --history: .* cannot be used \(EACCES\); specify a writable directory\n$/,
  );
});

/** Starts a proxy that forwards every request to the same URL. */
async function startProxy(to: string): Promise<{ url: string; targets: Set<string> }> {
  const { port, hostname } = new URL(to);
  const targets = new Set<string>();
  const proxy = createServer((request, outgoing) => {
    const { host, pathname, search } = new URL(request.url ?? '');
    targets.add(host);
    send({ port, hostname, path: pathname + search }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    }).end();
  });
  proxy.on('connect', ({ url = '' }, socket) => {
    targets.add(url);
    const upstream = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  cleanUpLater(async () => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, targets };
}

test('requests are sent through the proxy that the environment variables specify', async () => {
  const service = await startService();
  const proxy = await startProxy(service.url);
  const env = { ...environmentOf('http://vehicles.invalid'), NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy.url };
  const { code, out } = await contractBin(['verify', '--profile', 'smoke'], { env });
  expect(out).toContain('conformant where it was tested: http://vehicles.invalid/api/');
  expect(code).toBe(0);
  expect([...proxy.targets].map((target) => target.replace(/:80$/, ''))).toEqual(['vehicles.invalid']);
});
