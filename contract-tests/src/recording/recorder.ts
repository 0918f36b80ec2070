import { closeSync, ftruncateSync, lstatSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { errorCode } from '../files.ts';
import type { HttpExchange } from '../run/response.ts';
import { RunError } from '../run-error.ts';
import { suiteVersion } from '../suite-version.ts';
import { createHarEntry } from './har.ts';
import type { RunRecord } from './run-record.ts';

/** Writes the exchanges of a run to a file while it goes on. */
export interface Recorder {
  add: (exchange: HttpExchange) => void;
  /**
   * @param ended milliseconds since the epoch
   * @returns why the recording is not whole, one line
   */
  finish: (ended: number) => string | undefined;
}

const nowhere: Recorder = { add: () => {}, finish: () => undefined };

/**
 * Opens a recording, HAR 1.2. It grows in `FILE.partial`, which is a complete recording after every response; at the end it
 * replaces `FILE`. A disk that fills up ends the recording, not the run. The partial file of another run stays: this one is
 * then `FILE.2.partial`, and so on.
 * @param started milliseconds since the epoch
 * @throws RunError when the file cannot be written, or is not a file: a device or a directory is not replaced
 */
export function openRecorder(file: string | undefined, run: RunRecord, started: number): Recorder {
  if (file === undefined) return nowhere;
  const creator = { name: '@vehicle-lookup/contract-tests', version: suiteVersion() };
  const comment = 'The values of credentials are masked; names that begin with an underscore are of the creator.';
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
      // An entry that did not fit is removed, where that is possible.
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
      return `--record: the file cannot be written (${fault}); ${entries} responses are in the file of the same name that ends with ${partial.slice(file.length)}`;
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
  new RunError(`--record: the file cannot be written (${why}); no request was made`);

/** The code of the error that an action throws. */
function failureOf(action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return errorCode(error);
  }
}

/** Replaces the content of a file from a position on. */
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
