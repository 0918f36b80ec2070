import type { KnownAllowance } from '../account/allowance.ts';
import { openPrompt } from '../prompt.ts';

/**
 * Formats the price of a batch: `400 values, at most 400 consultations (more if connections break), 201 left`
 * @param values number of values that require a request
 * @param known last known allowance
 */
export function priceText(
  values: number,
  maxConsultations: number = Number.POSITIVE_INFINITY,
  known?: KnownAllowance,
): string {
  const most = Math.min(values, maxConsultations);
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  // A request without a response is retried, and both requests may be charged.
  const more = maxConsultations > most ? ' (more if connections break)' : '';
  return `${count(values, 'value')}, at most ${count(most, 'consultation')}${more}${known ? `, ${known.left} left` : ''}`;
}

/**
 * Prints the price on a terminal and prompts for confirmation. Without a terminal, the price is accepted.
 * @returns false if the user does not confirm
 */
export async function agree(price: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return true;
  const prompt = openPrompt();
  try {
    return /^y(es)?$/i.test(await prompt.ask(`${price}. Continue? (--yes skips this prompt) [y/N] `));
  } finally {
    prompt.close();
  }
}
