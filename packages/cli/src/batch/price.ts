import type { KnownAllowance } from '../account/allowance.ts';
import { openPrompt } from '../prompt.ts';

/**
 * `400 values, at most 400 consultations, more if connections break, 201 left`
 * @param values the number of values that need a request
 * @param known what the service last said
 */
export function priceText(
  values: number,
  maxConsultations: number = Number.POSITIVE_INFINITY,
  known?: KnownAllowance,
): string {
  const most = Math.min(values, maxConsultations);
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  // A request without a response is repeated, and both may be charged.
  const more = maxConsultations > most ? ', more if connections break' : '';
  return `${count(values, 'value')}, at most ${count(most, 'consultation')}${more}${known ? `, ${known.left} left` : ''}`;
}

/**
 * Tells the price on a terminal, and waits for the user's consent. Without a terminal nobody can be asked.
 * @returns false if the user does not agree
 */
export async function agree(price: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return true;
  const prompt = openPrompt();
  try {
    return /^y(es)?$/i.test(await prompt.ask(`${price}. Go on? (--yes does not ask) [y/N] `));
  } finally {
    prompt.close();
  }
}
