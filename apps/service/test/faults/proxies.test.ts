import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CANARY,
  canaryIn,
  closedAddress,
  debianProgram,
  type Program,
  startCommand,
  temporaryDirectory,
} from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { type RunningService, service as root, serve } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();
/** Finds what a log holds of an address. */
const WHO = `user=me&key=${encodeURIComponent(CANARY)}`;

const PATHS: Record<string, string> = { nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy' };
/** Where they are. */
const programs: Record<string, string> = {};

interface Proxy extends Program {
  address: string;
  directory: string;
}

/** A configuration of deploy/ with other values; each of them has to occur. */
function configuration(file: string, changes: Record<string, string>): string {
  let text = readFileSync(join(root, 'deploy', file), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    expect(text).toContain(from);
    text = text.replaceAll(from, to);
  }
  return text;
}

const freePort = async () => new URL(await closedAddress()).port;

async function nginx(upstream: number): Promise<Proxy> {
  const [directory, port] = [temporaryDirectory(), await freePort()];
  const site = configuration('nginx.conf', {
    'listen 443 ssl;': `listen 127.0.0.1:${port};`,
    'ssl_certificate /etc/ssl/certs/vehicles.example.com.pem;': '',
    'ssl_certificate_key /etc/ssl/private/vehicles.example.com.key;': '',
    '127.0.0.1:4000': `127.0.0.1:${upstream}`,
    '/var/log/nginx/': `${directory}/log/`,
  });
  mkdirSync(join(directory, 'log'));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  writeFileSync(join(directory, 'site.conf'), site);
  writeFileSync(
    join(directory, 'nginx.conf'),
    `daemon off; pid ${directory}/pid; error_log ${directory}/log/error.log info; events {}
    http { ${paths.join(' ')} access_log ${directory}/log/access.log; include ${directory}/site.conf; }`,
  );
  const program = startCommand([
    programs.nginx ?? '',
    ...['-c', join(directory, 'nginx.conf'), '-p', directory, '-e', join(directory, 'log/start.log')],
  ]);
  return { ...program, address: `http://127.0.0.1:${port}`, directory: join(directory, 'log') };
}

async function caddy(upstream: number): Promise<Proxy> {
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
  const program = startCommand([programs.caddy ?? '', 'run', '--config', file, '--adapter', 'caddyfile'], {
    env: { HOME: directory },
  });
  return { ...program, address: `http://127.0.0.1:${port}`, directory: join(directory, 'log') };
}

/** Sends the canary in every way in which it may come; returns the statuses. */
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

const logsOf = (proxy: Proxy): string =>
  proxy.output.all +
  readdirSync(proxy.directory)
    .map((file) => readFileSync(join(proxy.directory, file), 'utf8'))
    .join('');

/** 0: it does not reply yet. */
const statusOf = ({ address }: Proxy): Promise<number> =>
  fetch(address).then(
    ({ status }) => status,
    () => 0,
  );

let service: RunningService;
beforeAll(async () => {
  service = await serve(sound.copy(), ['--trust-proxy', '127.0.0.1']);
});

test.for(Object.entries({ nginx, caddy }))(
  '%s with the configuration of deploy/ logs no key, also if the service is gone',
  async ([name, start], { skip }) => {
    try {
      programs[name] = debianProgram(name, PATHS[name] ?? '');
    } catch (error) {
      // Said, counted and shown as skipped: this machine has no such program, and none can be downloaded.
      console.warn(`NOT TESTED: ${name}: ${(error as Error).message}`);
      return skip((error as Error).message);
    }
    const proxy = await start(service.port);
    await expect.poll(() => statusOf(proxy)).toBe(404);
    expect(await sendEverywhere(proxy.address)).toContain(401);
    const right = new URLSearchParams({ ...sound.account(), brands: '1' });
    expect((await fetch(`${proxy.address}/api/?${right}`)).status).toBe(200);

    const broken = await start(Number(await freePort()));
    await expect.poll(() => statusOf(broken)).toBe(502);
    expect(new Set(await sendEverywhere(broken.address))).toContain(502);
    await proxy.stop();
    await broken.stop();

    expect(logsOf(proxy)).toContain('401');
    expect(logsOf(broken)).toContain('502');
    for (const logs of [logsOf(proxy), logsOf(broken)]) {
      expect(canaryIn(logs)).toEqual([]);
      expect(logs).not.toContain('user=me');
      expect(logs).not.toContain(sound.account().key);
    }
  },
);
