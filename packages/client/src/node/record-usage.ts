import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { cwd } from 'node:process';
import { startNotes } from '../fakes/usage/notes.ts';
import { joinUsage, type UsageFile } from '../fakes/usage/usage.ts';
import { contractOfClient, programOf, readUsage, USAGE_FILE, writeUsage } from './usage-file.ts';

export type { FailureUsage, OperationUsage, UsageFile } from '../fakes/usage/usage.ts';

export interface UsageOptions {
  /** A directory of the program. The nearest package.json in or above this directory names the program. Default: the working directory. */
  directory?: string;
  /** Called when a usage is recorded for the first time. */
  onNew?: (recording: UsageRecording) => void;
}

export interface UsageRecording {
  /** Returns the usage so far: names from the document, statuses and error codes, but never values. */
  usage(): UsageFile;
  /**
   * Writes the usage, together with the usage of the same program in the existing file. Readers never see an incomplete file.
   * @param file a path; default: `vehicle-lookup.usage.json` next to the program's package.json
   * @returns the path
   */
  write(file?: string): string;
  /** Stops the recording. */
  stop(): void;
}

let isRecording = false;

/**
 * Records the API usage of this process in tests: the operations that it calls, the response fields that it reads, and the
 * errors that it handles. Call this function before you create clients.
 * @throws TypeError if no package.json names the program, or if a recording is already running
 */
export function recordUsage({ directory = cwd(), onNew }: UsageOptions = {}): UsageRecording {
  if (isRecording) throw new TypeError('recordUsage: already recording; stop that recording first.');
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
