import type { KnownAllowance } from '../account/allowance.ts';
import { openPrompt } from '../prompt.ts';

/** What a batch is going to spend. */
export interface Price {
  /** Values that need a request. */
  values: number;
  maxConsultations?: number | undefined;
  /** What the service last said. */
  known?: KnownAllowance | undefined;
}

/** `400 values, at most 400 consultations, more if connections break, 201 left` */
export function priceText({ values, maxConsultations = Number.POSITIVE_INFINITY, known }: Price): string {
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
export async function agree(price: Price): Promise<boolean> {
  if (price.values === 0 || !process.stdin.isTTY || !process.stderr.isTTY) return true;
  const prompt = openPrompt();
  try {
    return /^y(es)?$/i.test(await prompt.ask(`${priceText(price)}. Go on? (--yes does not ask) [y/N] `));
  } finally {
    prompt.close();
  }
}
