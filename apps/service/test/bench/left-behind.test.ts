import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { createInstances } from '../support/instances.ts';
import { service } from '../support/service.ts';

test.each(["throw new Error('the bench failed');", "process.kill(process.pid, 'SIGTERM');"])(
  'a benchmark that exits early leaves no program or directory behind: %s',
  async (end) => {
    const { href } = pathToFileURL(join(service, 'bench/clean-up-at-exit.ts'));
    const waiting = `fs.writeFileSync('file', ''); process.send('waits'); setInterval(() => undefined, 1000);`;
    const bench = `
      import { once } from 'node:events';
      import { startCommand, temporaryDirectory } from '@vehicle-lookup/testing';
      import { cleanUpAtExit } from '${href}';
      cleanUpAtExit();
      const cwd = temporaryDirectory();
      console.log(cwd);
      const command = [process.execPath, '-e', ${JSON.stringify(waiting)}];
      const { child, ended } = startCommand(command, { cwd, channel: true, output: 'terminal' });
      await once(child, 'message');
      ${end}
      await ended;`;
    // The program shares the standard output of the benchmark, so this promise resolves after both have exited.
    const { code, out } = await runCommand([process.execPath, '--input-type=module', '-e', bench], { cwd: service });
    expect(code).toBe(1);
    expect(out).not.toBe('');
    expect(existsSync(out.trim())).toBe(false);
  },
);

test('PostgreSQL does not keep running if instances cannot be prepared', async () => {
  const directory = temporaryDirectory();
  chmodSync(directory, 0o777); // the engine does not run as root
  const file = join(directory, 'engine.pid');
  const settings = { default_transaction_read_only: 'on', external_pid_file: file };
  await expect(createInstances(settings)).rejects.toThrow('migrate ended with');
  const engine = Number(readFileSync(file, 'utf8'));
  expect(engine).toBeGreaterThan(1);
  expect(() => process.kill(engine, 0)).toThrow('ESRCH');
});
