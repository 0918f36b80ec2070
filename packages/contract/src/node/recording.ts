import { appendFileSync, statSync } from 'node:fs';
import { type ExchangeToRecord, exchangeLine } from '../exchange-line.ts';

export type { ExchangeToRecord } from '../exchange-line.ts';
export { readTraffic, type Traffic, type TrafficEcho, TrafficError, type TrafficExchange } from './traffic.ts';

/**
 * Opens an NDJSON file for `vehicle-lookup-contract judge`, with one line per exchange and without credentials. Complete lines
 * remain readable, even if the program is killed.
 * @param file a new file is readable only by this user; an existing file is extended
 * @param onEnd receives the error code when the file is no longer writable; the recording then stops
 * @returns a function that writes an exchange and never throws
 * @throws the file system error if the file cannot be written
 */
export function openRecording(file: string, onEnd: (code: string) => void): (exchange: ExchangeToRecord) => void {
  // Ends a line that a killed program left incomplete.
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
