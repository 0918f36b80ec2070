import { rootOf } from '../site/links.ts';
import type { Site } from '../site/site.ts';

/** Code in a fence or in a line, and the target of a link. */
const CODE_OR_TARGET = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|(?<=\]\()[^)\s]+/g;

/**
 * Completes the Markdown of a page: where all pages are listed, for programs that came from a search, and links that still lead
 * somewhere when the text has left the site.
 */
export function finishMarkdown({ publicAddress }: Pick<Site, 'publicAddress'>, path: string, text: string): string {
  const list = `> Every page of this documentation: [llms.txt](${rootOf(path)}llms.txt)`;
  const whole = path === 'llms.txt' ? text : text.replace(/^# .*$/m, (title) => `${title}\n\n${list}`);
  if (publicAddress === undefined) return whole;
  const base = `${publicAddress}/${path}`;
  return whole.replace(CODE_OR_TARGET, (part) =>
    part.startsWith('`') || !URL.canParse(part, base) ? part : new URL(part, base).href,
  );
}
