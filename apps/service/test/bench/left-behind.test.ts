import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand, startCommand, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { createInstances } from '../support/instances.ts';
import { service } from '../support/service.ts';

test('a bench that fails ends the processes that it names', async () => {
  const other = startCommand([process.execPath, '-e', 'setInterval(() => undefined, 1000)']);
  const { href } = pathToFileURL(join(service, 'bench/stop-at-exit.ts'));
  const bench = `
    import { stopAtExit } from '${href}';
    stopAtExit(() => [undefined, ${other.child.pid}]);
    throw new Error('the bench failed');`;
  const { code, err } = await runCommand([process.execPath, '--input-type=module', '-e', bench]);
  expect(code).toBe(1);
  expect(err).toContain('the bench failed');
  expect((await other.ended).code).toBe('SIGKILL');
});

test('instances that cannot be prepared leave no engine behind', async () => {
  const directory = temporaryDirectory();
  chmodSync(directory, 0o777); // the engine does not run as root
  const file = join(directory, 'engine.pid');
  const settings = { default_transaction_read_only: 'on', external_pid_file: file };
  await expect(createInstances(settings)).rejects.toThrow('migrate ended with');
  const engine = Number(readFileSync(file, 'utf8'));
  expect(engine).toBeGreaterThan(1);
  expect(() => process.kill(engine, 0)).toThrow('ESRCH');
});
