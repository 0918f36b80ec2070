import { type Markup, markup, verbatim, visible } from '@vehicle-lookup/toolkit/markup';
import { Marked, type Tokens } from 'marked';
import { type Heading, parseMarkdown, type Quotation, textOf } from './parse.ts';
import { tokensOf } from './tokens.ts';

/**
 * Renders Markdown as HTML. HTML in the Markdown is escaped, and images are rejected.
 * @param taken existing ids of the page
 */
export const renderMarkdown = (markdown: string, taken?: Set<string>): Markup => ({
  markup: marked.parser(parseMarkdown(markdown, taken)),
});

/** Renders inline Markdown as HTML. */
export const inline = (markdown: string): Markup => ({ markup: marked.parseInline(markdown.trim(), { async: false }) });

/** Escapes text that may contain line breaks. Invisible characters become visible escape sequences. */
const shown = (text: string): Markup =>
  verbatim(text.replaceAll(/[^\n\t]+/g, (part) => visible(part, Number.POSITIVE_INFINITY)));

/** Highlights code with classes, because the content security policy forbids inline styles. */
const coloured = (text: string, language: string): Markup =>
  markup`${tokensOf(text, language).map((token) =>
    token.kind ? markup`<span class="t-${token.kind}">${verbatim(token.text)}</span>` : verbatim(token.text),
  )}`;

const LABELS: Readonly<Record<string, string>> = { sh: 'Commands', text: 'Output', json: 'JSON', http: 'HTTP' };
/** Matches a status, which gets the colour of its class. The number must be in single backticks. */
const STATUS = /^`[1-5]\d\d`$/;

const marked = new Marked({
  renderer: {
    heading(token: Tokens.Heading): string {
      const { tokens, depth, id } = token as Heading;
      const tag: Markup = { markup: `h${depth}` };
      return markup`<${tag} id="${id}"><a class="self" href="#${id}">${{ markup: this.parser.parseInline(tokens) }}</a></${tag}>\n`
        .markup;
    },
    code({ text, lang = '' }: Tokens.Code): string {
      return markup`<pre class="block" data-language="${lang || 'text'}" aria-label="${LABELS[lang] ?? 'Code'}" role="group" tabindex="0"><code>${coloured(text, lang)}</code></pre>\n`
        .markup;
    },
    codespan({ text, raw }: Tokens.Codespan): string {
      const kind: Markup = STATUS.test(raw) ? markup` class="status s${text.slice(0, 1)}"` : markup``;
      return markup`<code${kind}>${shown(text)}</code>`.markup;
    },
    text(token: Tokens.Text | Tokens.Escape): string {
      return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : shown(token.text).markup;
    },
    blockquote({ tokens, box }: Quotation): string {
      const inner = this.parser.parse(tokens);
      return box ? `<div class="box ${box.toLowerCase()}">${inner}</div>\n` : `<blockquote>${inner}</blockquote>\n`;
    },
    table({ header, rows }: Tokens.Table): string {
      const cells = (row: readonly Tokens.TableCell[], tag: string): string =>
        row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag.slice(0, 2)}>`).join('');
      const label = header.flatMap((cell) => textOf(cell.tokens) || []).join(', ');
      const body = rows.map(([first, ...others]) => {
        return `<tr>${first ? cells([first], 'th scope="row"') : ''}${cells(others, 'td')}</tr>\n`;
      });
      return markup`<div class="wide" tabindex="0" role="group" aria-label="Table: ${label}"><table>
<thead><tr>${{ markup: cells(header, 'th scope="col"') }}</tr></thead>
<tbody>
${{ markup: body.join('') }}</tbody></table></div>
`.markup;
    },
    link({ href, text, tokens, autolink }: Tokens.Link): string {
      // URLs without link syntax are examples, so they stay text.
      if (autolink || !/^(https?:|mailto:|[/#])/.test(href)) return verbatim(text).markup;
      return markup`<a href="${href}">${{ markup: this.parser.parseInline(tokens) }}</a>`.markup;
    },
    html({ text }: Tokens.HTML | Tokens.Tag): string {
      return shown(text.replaceAll(/<!--[\s\S]*?-->/g, '').trimStart()).markup;
    },
    image({ raw }: Tokens.Image): string {
      throw new Error(`The site does not show images, but a text contains ${raw}.`);
    },
  },
});
