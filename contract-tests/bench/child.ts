import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A peer that has not ended by then is stopped; the CI job that it ran in would fail, so that it counts as accusing. */
const LIMIT_MS = 60_000;

/** What keeps the commands of peers from telling their makers, and from colours. */
export const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };

/** What a process said on both streams, and how it ended; `null` where it was stopped at the limit. */
export interface Ended {
  code: number | null;
  output: string;
}

/** The file that a command of a peer is. */
export const bin = (name: string): string => join(import.meta.dirname, 'node_modules/.bin', name);

/** Runs the command of a peer, without telemetry. */
export async function runBin(name: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [bin(name), ...args], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...QUIET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}
