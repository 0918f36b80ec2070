import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';

/** A heading that can be linked to. */
export interface Heading {
  level: number;
  id: string;
  /** What it shows, escaped. */
  text: Markup;
}

/** A heading that is a link to itself, so that readers can pass its address on. */
export function heading(level: number, id: string, text: string | Markup): Markup {
  const tag: Markup = { markup: `h${level}` };
  return markup`<${tag} id="${id}"><a class="self" href="#${id}">${text}</a></${tag}>`;
}

/** The headings that `heading` made, down to a level. */
export function headingsOf({ markup: text }: Markup, deepest = 3): Heading[] {
  const found = text.matchAll(/<h(\d) id="([^"]*)"><a class="self"[^>]*>([\s\S]*?)<\/a><\/h\1>/g);
  return [...found]
    .map(([, level, id = '', inner = '']) => ({
      level: Number(level),
      id,
      text: { markup: inner.replaceAll(/<[^>]*>/g, '') },
    }))
    .filter(({ level }) => level <= deepest);
}
