import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { cwd } from 'node:process';
import { startNotes } from '../fakes/usage/notes.ts';
import { joinUsage, type UsageFile } from '../fakes/usage/usage.ts';
import { contractOfClient, programOf, readUsage, USAGE_FILE, writeUsage } from './usage-file.ts';

export type { FailureUsage, OperationUsage, UsageFile } from '../fakes/usage/usage.ts';

export interface UsageOptions {
  /** A directory of the program; its package.json, or the next one above, names it. Default: the working directory. */
  directory?: string;
  /** Called when something was noted for the first time. */
  onNew?: (recording: UsageRecording) => void;
}

export interface UsageRecording {
  /** The usage so far: names of the document, statuses and error codes, never a value. */
  usage(): UsageFile;
  /**
   * Writes it, together with what the file already has of the same program. A reader never sees half a file.
   * @param file default: `vehicle-lookup.usage.json` next to the program's package.json
   * @returns the file
   */
  write(file?: string): string;
  /** Ends the recording. */
  stop(): void;
}

let isRecording = false;

/**
 * Notes what this process uses of the interface, for tests: the operations that it calls, the fields of responses that it reads, and
 * the errors that it handles. Begin before clients are created.
 * @throws TypeError when no package.json names the program, or when a recording is running
 */
export function recordUsage({ directory = cwd(), onNew }: UsageOptions = {}): UsageRecording {
  if (isRecording) throw new TypeError('recordUsage: this process records already; stop that recording first.');
  const { home, consumer } = programOf(directory);
  const inMethod = new AsyncLocalStorage<true>();
  const scope = {
    run: <T>(work: () => T) => inMethod.run(true, work),
    isInside: () => inMethod.getStore() === true,
  };
  const notes = startNotes(scope, () => onNew?.(recording));
  const contract = contractOfClient();
  const recording: UsageRecording = {
    usage: () => ({ usageVersion: 1, consumer, contract, operations: notes.operations() }),
    write: (file = join(home, USAGE_FILE)) => {
      const own = recording.usage();
      const before = readUsage(file);
      const isSame = before?.consumer.name === consumer.name && before.contract.title === contract.title;
      writeUsage(file, { ...own, operations: joinUsage([...(isSame ? [before.operations] : []), own.operations]) });
      return file;
    },
    stop() {
      notes.stop();
      isRecording = false;
    },
  };
  isRecording = true;
  return recording;
}
