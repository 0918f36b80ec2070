import { type Markup, markup, verbatim } from '@vehicle-lookup/toolkit/markup';
import { lexer, type Token, type Tokens } from 'marked';
import { block, jsonBlock } from '../site/code.ts';
import { heading } from '../site/headings.ts';

/** A text of Markdown as markup: the headings, code and links of the site. Markup inside the text stays text, comments are left out. */
export function renderText(markdown: string): Markup {
  const taken = new Set<string>();
  const idOf = (title: string): string => {
    const slug = slugOf(title);
    let id = slug;
    for (let number = 1; taken.has(id); number++) id = `${slug}-${number}`;
    taken.add(id);
    return id;
  };
  return markup`${lexer(markdown).map((token) => blockOf(token as Tokens.Generic, idOf))}`;
}

/** The id of a heading, as the READMEs link to it: that of GitHub. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

function blockOf(token: Tokens.Generic, idOf: (title: string) => string): Markup {
  const inner = () => inlines(token.tokens);
  switch (token.type) {
    case 'heading':
      return markup`${heading(token.depth, idOf(textOf(token.tokens)), inner())}\n`;
    case 'paragraph':
      return markup`<p>${inner()}</p>\n`;
    case 'text':
      return inner();
    case 'code':
      return markup`${codeBlock(token as Tokens.Code)}\n`;
    case 'blockquote':
      return markup`<blockquote>${(token.tokens ?? []).map((one) => blockOf(one as Tokens.Generic, idOf))}</blockquote>\n`;
    case 'list': {
      const list: Markup = { markup: token.ordered ? 'ol' : 'ul' };
      const items = (token as Tokens.List).items.map(
        ({ tokens }) => markup`<li>${tokens.map((one) => blockOf(one as Tokens.Generic, idOf))}</li>`,
      );
      return markup`<${list}>${items}</${list}>\n`;
    }
    case 'table':
      return table(token as Tokens.Table);
    case 'html':
      return token.raw.startsWith('<!--') ? markup`` : verbatim(token.raw);
    case 'space':
      return markup``;
    default:
      throw new Error(`A text has Markdown that the site does not render: ${token.type}, in ${token.raw}`);
  }
}

/** JSON that a program has written shows two items of a list first; JSON of a person stays as it is. */
function codeBlock({ text, lang = '' }: Tokens.Code): Markup {
  const value = lang === 'json' ? jsonIn(text) : undefined;
  const label = LABELS[lang] ?? 'Code';
  return value !== undefined && JSON.stringify(value, null, 2) === text
    ? jsonBlock(value, label)
    : block(text, label, lang || 'text');
}

const LABELS: Readonly<Record<string, string>> = {
  sh: 'Commands',
  text: 'Output',
  json: 'JSON',
  http: 'Request or response',
};

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function table({ header, rows }: Tokens.Table): Markup {
  const head = header.map(({ tokens }) => markup`<th scope="col">${inlines(tokens)}</th>`);
  const body = rows.map(
    ([first, ...others]) =>
      markup`<tr><th scope="row">${inlines(first?.tokens)}</th>${others.map(({ tokens }) => markup`<td>${inlines(tokens)}</td>`)}</tr>\n`,
  );
  const label = header.map(({ tokens }) => textOf(tokens)).filter(Boolean);
  return markup`<div class="wide prose" tabindex="0" role="region" aria-label="Table: ${label.join(', ')}">
<table>
<thead><tr>${head}</tr></thead>
<tbody>
${body}</tbody>
</table>
</div>
`;
}

const inlines = (tokens: readonly Token[] = []): Markup =>
  markup`${tokens.map((token) => inlineOf(token as Tokens.Generic))}`;

function inlineOf(token: Tokens.Generic): Markup {
  const inner = () => inlines(token.tokens);
  switch (token.type) {
    case 'text':
    case 'escape':
    case 'html':
      return token.tokens ? inner() : verbatim(token.text.replaceAll(/\s+/g, ' '));
    case 'codespan':
      return markup`<code>${verbatim(token.text)}</code>`;
    case 'strong':
      return markup`<strong>${inner()}</strong>`;
    case 'em':
      return markup`<em>${inner()}</em>`;
    case 'br':
      return markup`<br>`;
    case 'link':
      // An address that nobody marked as a link is an example.
      return token.autolink ? verbatim(token.text) : markup`<a href="${token.href}">${inner()}</a>`;
    default:
      throw new Error(`A text has Markdown that the site does not render: ${token.type}, in ${token.raw}`);
  }
}

/** What tokens show, as plain text. */
const textOf = (tokens: readonly Token[] = []): string =>
  tokens
    .map((token) => ('tokens' in token && token.tokens ? textOf(token.tokens) : (token as Tokens.Text).text))
    .join('');
