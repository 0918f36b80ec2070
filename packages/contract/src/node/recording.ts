import { appendFileSync, statSync } from 'node:fs';
import { type ExchangeToRecord, exchangeLine } from '../exchange-line.ts';

export type { ExchangeToRecord } from '../exchange-line.ts';
export { readTraffic, type Traffic, type TrafficEcho, TrafficError, type TrafficExchange } from './traffic.ts';

/**
 * Opens a file for `vehicle-lookup-contract judge`, of one line (NDJSON) for each exchange, without credentials. Whole lines
 * stay readable, whatever ends the program.
 * @param file new, readable only for this user, or one that grows
 * @param onEnd receives the error code when the file cannot be written any more; then nothing more is
 * @returns writes an exchange; it never throws
 * @throws the error of the file system when the file cannot be written
 */
export function openRecording(file: string, onEnd: (code: string) => void): (exchange: ExchangeToRecord) => void {
  // Half a line of a program that was killed gets its end.
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
