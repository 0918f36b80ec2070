import { type Markup, markup } from '@vehicle-lookup/markup';

/** A text of the document, with its inline Markdown: code, strong text and emphasis. Everything else is text. */
export function inline(text: string): Markup {
  const parts = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/);
  return markup`${parts.map((part, index) => (index % 2 === 0 ? markup`${part}` : marked(part)))}`;
}

function marked(part: string): Markup {
  if (part.startsWith('`')) return markup`<code>${part.slice(1, -1)}</code>`;
  return part.startsWith('**') ? markup`<strong>${part.slice(2, -2)}</strong>` : markup`<em>${part.slice(1, -1)}</em>`;
}

/** Markup with a text between its parts. */
export const joined = (parts: readonly Markup[], between = ', '): Markup =>
  markup`${parts.map((part, index) => (index === 0 ? part : markup`${between}${part}`))}`;
