import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CANARY, canaryIn, freePort, startCommand, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import {
  configuration,
  logsIn,
  NGINX,
  programOrSkip,
  type RunningProxy,
  startNginx,
  statusOf,
} from '../support/nginx.ts';
import { type RunningService, serve } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();
/** Credentials that must not appear in a log. */
const WHO = `user=me&key=${encodeURIComponent(CANARY)}`;

async function startCaddy(caddy: string, upstream: number): Promise<RunningProxy> {
  const [directory, port] = [temporaryDirectory(), await freePort()];
  const file = join(directory, 'Caddyfile');
  writeFileSync(
    file,
    configuration('Caddyfile', {
      'vehicles.example.com {': `http://127.0.0.1:${port} {`,
      '127.0.0.1:4000': `127.0.0.1:${upstream}`,
      '/var/log/caddy/': `${directory}/log/`,
      '\n{\n': '\n{\n\tadmin off\n',
    }),
  );
  const program = startCommand([caddy, 'run', '--config', file, '--adapter', 'caddyfile'], {
    env: { HOME: directory },
  });
  const logs = () => program.output.all + logsIn(join(directory, 'log'));
  return { ...program, address: `http://127.0.0.1:${port}`, logs };
}

/** Sends the canary key in every possible location in a request, and returns the statuses. */
async function sendEverywhere(address: string): Promise<number[]> {
  const basic = `Basic ${Buffer.from(`me:${CANARY}`).toString('base64')}`;
  const requests: [string, RequestInit?][] = [
    [`/api/?${WHO}&brands=1`],
    [`/api?${WHO}&brands=1`],
    [`/api/%3F${WHO}`],
    [`/elsewhere/${encodeURIComponent(CANARY)}?${WHO}`],
    [`/api/?${WHO}&x=${'y'.repeat(20_000)}`],
    [`/api/?${WHO}`, { headers: { referer: `http://x/?${WHO}`, cookie: WHO } }],
    ['/api/?brands=1', { headers: { authorization: basic } }],
    ['/api/?user=me&brands=1', { headers: { 'x-api-key': CANARY } }],
    [`/api/?${WHO}`, { method: 'POST', body: CANARY }],
  ];
  const statuses: number[] = [];
  for (const [path, init] of requests) statuses.push((await fetch(address + path, init)).status);
  return statuses;
}

/** The error body from the service or a proxy. */
const FAILED = { success: false, message: expect.stringMatching(/./) };

let service: RunningService;
beforeAll(async () => {
  service = await serve(sound.copy(), ['--trust-proxy', '127.0.0.1']);
});

test.for([
  { ...NGINX, start: startNginx },
  { name: 'caddy', path: '/usr/bin/caddy', start: startCaddy },
])(
  '$name with the configuration in deploy/ does not log keys, even if the service is down',
  async ({ start, ...wanted }, { skip }) => {
    const program = programOrSkip(wanted, skip);
    const proxy = await start(program, service.port);
    await expect.poll(() => statusOf(proxy)).toBe(404);
    expect(await sendEverywhere(proxy.address)).toContain(401);
    const right = new URLSearchParams({ ...sound.account(), brands: '1' });
    expect((await fetch(`${proxy.address}/api/?${right}`)).status).toBe(200);

    const broken = await start(program, await freePort());
    await expect.poll(() => statusOf(broken)).toBe(502);
    expect(new Set(await sendEverywhere(broken.address))).toContain(502);
    for (const [where, status] of [
      [`${broken.address}/api/?brands=1`, [502]],
      // Caddy forwards this request to the service.
      [`${proxy.address}/api/?${'y'.repeat(20_000)}`, [414, 431]],
    ] as const) {
      const response = await fetch(where);
      expect(status).toContain(response.status);
      const found = [response.headers.get('content-type'), await response.json()];
      expect(found).toEqual([expect.stringContaining('application/json'), FAILED]);
    }
    await proxy.stop();
    await broken.stop();

    expect(proxy.logs()).toContain('401');
    expect(broken.logs()).toContain('502');
    for (const logs of [proxy.logs(), broken.logs()]) {
      expect(canaryIn(logs)).toEqual([]);
      expect(logs).not.toContain('user=me');
      expect(logs).not.toContain(sound.account().key);
    }
  },
);
