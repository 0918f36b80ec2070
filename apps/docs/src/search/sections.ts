import type { Markup } from '@vehicle-lookup/toolkit/markup';

/** What stands below a heading of a page, up to the next one. */
export interface Section {
  id: string;
  heading: string;
  text: string;
  /** What it says in code: names that people search for. */
  code: string[];
}

/** Of a longer text the beginning is found: the index has to stay small. What it says in code is found anyway. */
export const LONGEST = 600;

/** The sections of a page, as text. Code and scripts are left out: samples would be found for every word. */
export const sectionsOf = ({ markup }: Markup): Section[] =>
  markup
    .split(/<h\d id="/)
    .slice(1)
    .map((part) => {
      const [, id = '', heading = '', rest = ''] = /^([^"]*)"[^>]*>([\s\S]*?)<\/h\d>([\s\S]*)$/.exec(part) ?? [];
      const shown = rest.replaceAll(/<(pre|script)\b[\s\S]*?<\/\1>/g, ' ');
      const code = [...shown.matchAll(/<code>([\s\S]*?)<\/code>/g)].map(([, inner = '']) => plain(inner));
      return { id: plain(id), heading: plain(heading), text: plain(shown), code: [...new Set(code)] };
    })
    .filter(({ heading }) => heading !== '');

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

const plain = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
