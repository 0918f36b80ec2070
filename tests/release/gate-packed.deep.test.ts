import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { install, pack } from '../support/tarballs.ts';

// Tests the gate as it is installed in another repository.
const project = join(temporaryDirectory(), 'project');
const gate = join(project, 'node_modules/@vehicle-lookup/gate/bin/vehicle-lookup-gate.js');
const pair = ['base.yaml', 'revision.yaml'].map((name) => join(project, name));

beforeAll(async () => {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  const show = join(root, 'packages/gate/corpus/show.ts');
  expect(await run(show, ['response-property-removed', project])).toMatchObject({ code: 0 });
  await install(await pack('@vehicle-lookup/gate'), project);
});

describe('the installed gate', () => {
  test('takes less than 20 MB with its dependencies', () => {
    const files = globSync('node_modules/**/*', { cwd: project }).map((file) => statSync(join(project, file)));
    const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(bytes).toBeLessThan(20_000_000);
  });

  test('rates a change', async () => {
    expect(await run(gate, ['diff', ...pair])).toMatchObject({
      code: 1,
      out: expect.stringContaining('property-removed'),
    });
  });

  test('opens a connection only for npm:', async () => {
    const log = join(project, 'connections');
    const watch = join(project, 'watch.cjs');
    // Every Node.js process that the gate starts also loads this script.
    writeFileSync(
      watch,
      `const { Socket } = require('node:net');
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  require('node:fs').appendFileSync(${JSON.stringify(log)}, 'connect\\n');
  return connect.apply(this, args);
};`,
    );
    const env = { NODE_OPTIONS: `--require ${watch}` };
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: project });
    writeFileSync(join(project, 'openapi.yaml'), readFileSync(pair[0] ?? ''));
    git('init', '--quiet', '--initial-branch', 'main');
    git('add', 'openapi.yaml', 'package.json');
    git('commit', '--quiet', '--message', 'released');
    writeFileSync(join(project, 'openapi.yaml'), readFileSync(pair[1] ?? ''));
    expect(await run(gate, ['check', '--base', 'git:HEAD'], { cwd: project, env })).toMatchObject({ code: 1 });
    expect(existsSync(log)).toBe(false);
    // Port 9 is closed, but the attempt is sufficient.
    writeFileSync(join(project, '.npmrc'), 'registry=http://127.0.0.1:9/\nfetch-retries=0\n');
    expect(await run(gate, ['diff', 'npm:nothing@1.0.0', 'openapi.yaml'], { cwd: project, env })).toMatchObject({
      code: 2,
    });
    expect(existsSync(log)).toBe(true);
  });
});
