import { type Markup, markup, verbatim } from '@vehicle-lookup/toolkit/markup';
import { tokensOf } from '../markdown/tokens.ts';

/** Code or data, as it is. Its tokens have classes; the colours are in the style sheet, so the policy needs no inline style. */
export const block = (text: string, label: string, language = 'text'): Markup =>
  frameOf(coloured(text, language), label, language);

/** A value as indented JSON. Of a long list a reader sees two items first; the script of the page adds a button for the rest. */
export const jsonBlock = (value: unknown, label: string): Markup => frameOf(json(value, ''), label, 'json');

/** Code within a line, with its colours. */
export const coloured = (text: string, language: string): Markup =>
  markup`${tokensOf(text, language).map((token) =>
    token.kind ? markup`<span class="t-${token.kind}">${verbatim(token.text)}</span>` : verbatim(token.text),
  )}`;

const frameOf = (code: Markup, label: string, language: string): Markup =>
  markup`<pre class="block" data-language="${language}" aria-label="${label}" role="group" tabindex="0"><code>${code}</code></pre>`;

/** Items of a list that are shown at first. */
const SHOWN = 2;

function json(value: unknown, indent: string): Markup {
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0) {
    const lines = value.map((item) => markup`${verbatim(`\n${inner}`)}${json(item, inner)}`);
    const [first, rest] = [lines.slice(0, SHOWN), lines.slice(SHOWN)];
    const more = markup`<span class="rest-mark" data-more="${rest.length}"></span><span class="rest">,${separated(rest)}</span>`;
    return markup`[${separated(first)}${rest.length > 0 ? more : markup``}${verbatim(`\n${indent}`)}]`;
  }
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
  if (members.length > 0) {
    const lines = members.map(
      ([name, member]) =>
        markup`${verbatim(`\n${inner}`)}<span class="t-key">${verbatim(JSON.stringify(name))}</span>: ${json(member, inner)}`,
    );
    return markup`{${separated(lines)}${verbatim(`\n${indent}`)}}`;
  }
  return coloured(JSON.stringify(value) ?? '', 'json');
}

const separated = (parts: readonly Markup[]): Markup =>
  markup`${parts.map((part, index) => (index === 0 ? part : markup`,${part}`))}`;
