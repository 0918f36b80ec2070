import { lexer, type Token, type Tokens, walkTokens } from 'marked';

/** A heading with an id. */
export interface Heading extends Tokens.Heading {
  id: string;
}

/** A block quotation. If it begins with a marker such as `> [!TIP]`, as on GitHub, the quotation is a box. */
export interface Quotation extends Tokens.Blockquote {
  box?: string | undefined;
}
const BOX = /^\[!(NOTE|TIP|WARNING|CAUTION)\]\n?/;

export const isHeading = (token: Token): token is Heading => token.type === 'heading';

/**
 * Parses Markdown. A heading such as `## Title {#id}` sets its own id. Other headings get the id that GitHub would generate.
 * @param taken existing ids of the page; the function adds the new ids, which are unique
 */
export function parseMarkdown(markdown: string, taken: Set<string> = new Set()): Token[] {
  const tokens: Token[] = lexer(markdown);
  walkTokens(tokens, (token) => {
    if (isHeading(token)) token.id = idOf(token, taken);
    if (token.type !== 'blockquote') return;
    const [mark, box] = BOX.exec(token.text) ?? [];
    if (mark) Object.assign(token, { box, tokens: lexer(token.text.slice(mark.length)) });
  });
  return tokens;
}

function idOf({ tokens }: Heading, taken: Set<string>): string {
  const last = tokens.at(-1) as Tokens.Text | undefined;
  const [own = '', id] = /\s*\{#([\w.-]+)\}$/.exec(last?.text ?? '') ?? [];
  if (last && id !== undefined) last.text = last.text.slice(0, -own.length);
  const slug = id ?? slugOf(textOf(tokens));
  let unique = slug;
  for (let number = 1; taken.has(unique); number++) unique = `${slug}-${number}`;
  taken.add(unique);
  return unique;
}

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** Returns the visible text of tokens, without code blocks. */
export const textOf = (tokens: readonly Token[]): string => tokens.map(shownText).join('');

function shownText(token: Token): string {
  const { type, tokens, items, header, rows, text = '' } = token as Tokens.Generic;
  if (type === 'code' || type === 'html' || type === 'space') return ' ';
  if (items) return items.map((item: Tokens.ListItem) => `${textOf(item.tokens)} `).join('');
  if (rows) return [...header, ...rows.flat()].map((cell: Tokens.TableCell) => `${textOf(cell.tokens)} `).join('');
  const shown = tokens ? textOf(tokens) : text;
  return type === 'paragraph' || type === 'blockquote' ? `${shown} ` : shown;
}
