import { appendFileSync, statSync } from 'node:fs';
import { type ExchangeToRecord, exchangeLine } from '../exchange-line.ts';

export type { ExchangeToRecord } from '../exchange-line.ts';
export { readTraffic, type Traffic, type TrafficEcho, TrafficError, type TrafficExchange } from './traffic.ts';

/**
 * Opens a file for `vehicle-lookup-contract judge`, with one line (NDJSON) per exchange, without credentials. Complete
 * lines stay readable, even if the program is killed.
 * @param file a new file is readable only by this user; an existing file is extended
 * @param onEnd receives the error code when the file is no longer writable; the recording then stops
 * @returns a function that writes an exchange and never throws
 * @throws the error of the file system if the file cannot be written
 */
export function openRecording(file: string, onEnd: (code: string) => void): (exchange: ExchangeToRecord) => void {
  // If a program was killed within a line, the line is ended here.
  const isEmpty = !statSync(file, { throwIfNoEntry: false })?.size;
  appendFileSync(file, isEmpty ? '' : '\n', { mode: 0o600 });
  let isOpen = true;
  return (exchange) => {
    if (!isOpen) return;
    try {
      appendFileSync(file, exchangeLine(exchange));
    } catch (error) {
      isOpen = false;
      onEnd(`${(error as NodeJS.ErrnoException).code ?? error}`);
    }
  };
}
