import { InvalidArgumentError, Option } from 'commander';
import { got, gotPlain } from './suggest.ts';

/** Creates a parser for options and arguments that accepts a whole number in decimal digits. */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  return (text) => {
    const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`expected a whole number ${range}, ${got(text)}`);
  };
}

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Parses `5/7d`: five consultations in seven days. */
export function allowanceLimit(text: string): { limit: number; windowSeconds: number } {
  const [, limit = '', count = '', unit = ''] = /^(\d{1,9})\/(\d{1,6})([smhd])$/.exec(text) ?? [];
  const windowSeconds = Number(count) * (SECONDS[unit] ?? 0);
  if (windowSeconds > 0) return { limit: Number(limit), windowSeconds };
  throw new InvalidArgumentError(`expected consultations and a time in s, m, h or d, such as 5/7d, ${gotPlain(text)}`);
}

/** Parses a port; 0 selects an available port. */
export const port: (text: string) => number = wholeNumber(0, 65_535);

/** An option whose value is a secret: it is masked in every message, and typing it prints a warning. */
export class SecretOption extends Option {
  /** @param variable the environment variable that should contain the secret instead */
  constructor(flags: string, description: string, variable: string) {
    super(flags, description);
    this.env(variable);
  }

  /** The warning for a user who typed the secret. */
  get warning(): string {
    return (
      `${this.long}: a secret on the command line is visible to other users of this machine and stays in the shell's ` +
      `history; use the environment variable ${this.envVar}`
    );
  }
}
