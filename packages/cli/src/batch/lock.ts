import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { UsageError } from '@vehicle-lookup/toolkit/command-line';
import { outputError } from './sink.ts';

/**
 * Locks a file until this process exits. Each process appends its ID to the lock file. The first ID of a running process holds
 * the lock, so a killed process does not keep the file locked.
 * @throws UserError if another batch holds the lock
 */
export function lockFile(file: string): void {
  const lock = `${file}.lock`;
  const own = `${process.pid}`;
  const processes = () => readFileSync(lock, { encoding: 'utf8', flag: 'a+' }).split('\n');
  try {
    // The previous owner may have removed the lock file after this ID was appended. If so, the ID is appended again.
    for (let owner: string | undefined; owner !== own || !processes().includes(own); ) {
      appendFileSync(lock, `${own}\n`);
      owner = processes().find(isRunning);
      if (owner !== undefined && owner !== own)
        throw new UsageError(
          `--output: ${file} is in use by process ${owner}; wait until the process ends, or remove ${lock} if the process is not a batch`,
        );
    }
  } catch (error) {
    throw outputError(file, error);
  }
  process.once('exit', () => rmSync(lock, { force: true }));
}

function isRunning(id: string): boolean {
  if (id === '') return false;
  try {
    process.kill(Number(id), 0);
    // On Linux, a killed process is a zombie until its parent has read its exit status.
    const status = `/proc/${id}/stat`;
    return !existsSync(status) || !/\) Z /.test(readFileSync(status, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
