import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { UsageError } from '@vehicle-lookup/toolkit/command-line';
import { outputError } from './sink.ts';

/**
 * Keeps other batches from a file until this process ends. Each process adds its number to the lock file; the first number whose
 * process runs has the file, so that a killed process locks nothing.
 * @throws UserError when another batch has the file
 */
export function lockFile(file: string): void {
  const lock = `${file}.lock`;
  const own = `${process.pid}`;
  const processes = () => readFileSync(lock, { encoding: 'utf8', flag: 'a+' }).split('\n');
  try {
    // The batch that had the file may have removed the lock after this process was added: then it is added again.
    for (let owner: string | undefined; owner !== own || !processes().includes(own); ) {
      appendFileSync(lock, `${own}\n`);
      owner = processes().find(isRunning);
      if (owner !== undefined && owner !== own)
        throw new UsageError(
          `--output: ${file} is in use by process ${owner}; wait for its end, or remove ${lock} if it is not a batch`,
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
    return process.kill(Number(id), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
