/** A place that the search finds. */
export interface Entry {
  title: string;
  path: string;
  keywords: string[];
  text: string;
}

const MOST = 12;

/** The entries that a text leads to, the best first: a keyword, the begin of one, the title, then any text. */
export function find(entries: readonly Entry[], text: string): Entry[] {
  const words = text.toLowerCase().trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({
      entry,
      score: words.map((word) => score(entry, word)).reduce((sum, one) => (one === 0 || sum === 0 ? 0 : sum + one)),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

function score({ title, keywords, text }: Entry, word: string): number {
  const known = keywords.map((keyword) => keyword.toLowerCase());
  if (known.includes(word)) return 8;
  if (known.some((keyword) => keyword.startsWith(word))) return 4;
  if (title.toLowerCase().includes(word)) return 2;
  return text.toLowerCase().includes(word) ? 1 : 0;
}
