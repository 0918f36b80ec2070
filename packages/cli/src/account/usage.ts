import { mkdirSync } from 'node:fs';
import { printableJson } from '@vehicle-lookup/toolkit/command-line';
import { EXIT } from '../exit-code.ts';
import type { CommonOptions } from '../options.ts';
import { dateText } from '../output/failure.ts';
import { accountOf } from './account.ts';
import { type KnownAllowance, readAllowance, readSilence } from './allowance.ts';
import { configDirectory } from './profiles.ts';

/** Prints the number of remaining consultations. @returns the exit code */
export function printUsage(options: CommonOptions, say: (line: string) => void): number {
  const account = accountOf(options);
  const known = readAllowance(account);
  if (!known) {
    const silent = readSilence(account);
    say(
      silent === undefined
        ? 'not known yet. Make a lookup, for example with vehicle-lookup brands. If the response has the header RateLimit, ' +
            `the number is stored in ${configDirectory()}`
        : `not known: the last response (${dateText(silent)}) did not have the header RateLimit. Ask the provider for the number; ` +
            '--max-consultations N limits a batch',
    );
    try {
      // If the directory exists, the allowance of the next response is stored even without a login.
      mkdirSync(configDirectory(), { recursive: true, mode: 0o700 });
    } catch {} // Hints are optional, so errors are ignored.
    return EXIT.failed;
  }
  const isJson = options.json || options.format === 'json';
  process.stdout.write(`${isJson ? printableJson(known) : allowanceText(known)}\n`);
  return EXIT.ok;
}

/** Formats an allowance: `3 of 9 consultations left in a window of 1 day; one more available on 3 May, 14:05. As of 2 May, 09:12.` */
export function allowanceText({ left, seconds, limit, window, time }: KnownAllowance): string {
  const isSized = limit !== undefined && window !== undefined;
  const [of, span] = isSized ? [` of ${limit}`, ` in a window of ${daysOf(window)}`] : ['', ''];
  const more = seconds > 0 ? `; one more available on ${dateText(time + seconds * 1000)}` : '';
  return `${left}${of} consultations left${span}${more}. As of ${dateText(time)}.`;
}

const daysOf = (seconds: number): string => {
  const days = Math.round(seconds / 86_400);
  if (days < 1) return `${seconds} s`;
  return days === 1 ? '1 day' : `${days} days`;
};
