import { closeSync, ftruncateSync, lstatSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { errorCode } from '../files.ts';
import type { HttpExchange } from '../run/response.ts';
import { RunError } from '../run-error.ts';
import { suiteVersion } from '../suite-version.ts';
import { createHarEntry } from './har.ts';
import type { RunRecord } from './run-record.ts';

/** A recorder that writes the exchanges of a run to a file during the run. */
export interface Recorder {
  add: (exchange: HttpExchange) => void;
  /**
   * Completes the recording.
   * @param ended the end of the run in milliseconds since the epoch
   * @returns a one-line error message if the recording is incomplete
   */
  finish: (ended: number) => string | undefined;
}

const nowhere: Recorder = { add: () => {}, finish: () => undefined };

/**
 * Opens a HAR 1.2 recording. It is written to `FILE.partial`, which is complete after every response and finally replaces
 * `FILE`. A full disk ends the recording, not the run. If another run's partial file exists, the new file is
 * `FILE.2.partial`, and so on.
 * @param started the start of the run in milliseconds since the epoch
 * @throws RunError if the file cannot be written or is not a regular file, such as a device or a directory
 */
export function openRecorder(file: string | undefined, run: RunRecord, started: number): Recorder {
  if (file === undefined) return nowhere;
  const creator = { name: '@vehicle-lookup/contract-tests', version: suiteVersion() };
  const comment = 'Credential values are masked. Names that start with an underscore are custom fields of the creator.';
  const head = { log: { version: '1.2', creator, comment, _run: run, _started: started, entries: [] } };
  const opening = JSON.stringify(head).slice(0, -']}}'.length);
  const closing = (ended: number, isWhole: boolean) => `\n],"_ended":${ended},"_whole":${isWhole}}}\n`;
  let size = Buffer.byteLength(opening);
  let entries = 0;
  const partial = create(file, opening + closing(started, false));
  let fault: string | undefined;

  return {
    add: (exchange) => {
      if (fault !== undefined) return;
      const text = `${entries === 0 ? '' : ','}\n${JSON.stringify(createHarEntry(exchange))}`;
      const end = closing(exchange.started + exchange.milliseconds, false);
      fault = failureOf(() => write(partial, size, text + end));
      // An incomplete entry is removed if possible.
      if (fault !== undefined) return void failureOf(() => write(partial, size, end));
      size += Buffer.byteLength(text);
      entries += 1;
    },
    finish: (ended) => {
      fault ??= failureOf(() => {
        write(partial, size, closing(ended, true));
        renameSync(partial, file);
      });
      if (fault === undefined) return undefined;
      return `--record: the file cannot be written (${fault}); ${entries} responses are in the file of the same name with the suffix ${partial.slice(file.length)}`;
    },
  };
}

/** Creates a file next to the file that it will replace, under an unused name. */
function create(file: string, text: string): string {
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there && !there.isFile()) throw unwritable('it is not a regular file');
  for (let number = 1; ; number += 1) {
    const partial = `${file}${number === 1 ? '' : `.${number}`}.partial`;
    const fault = failureOf(() => writeFileSync(partial, text, { flag: 'wx' }));
    if (fault === undefined) return partial;
    if (fault !== 'EEXIST') throw unwritable(fault);
  }
}

const unwritable = (why: string): RunError =>
  new RunError(`--record: the file cannot be written (${why}); no request was sent`);

/** Runs an action. Returns the code of the error that it throws, if any. */
function failureOf(action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return errorCode(error);
  }
}

/** Replaces the content of a file, starting at a position. */
function write(file: string, position: number, text: string): void {
  const bytes = Buffer.from(text);
  const handle = openSync(file, 'r+');
  try {
    for (let at = 0; at < bytes.length; ) {
      at += writeSync(handle, bytes, at, bytes.length - at, position + at);
    }
    ftruncateSync(handle, position + bytes.length);
  } finally {
    closeSync(handle);
  }
}
