import MiniSearch, { type Query, type SearchOptions } from 'minisearch';
import { excerptOf } from './excerpt.ts';
import { SYNONYMS } from './synonyms.ts';

/** A place that the search finds. */
export interface SearchEntry {
  title: string;
  /** Within the site, with the fragment. */
  path: string;
  /** Words that lead to it before all other places. */
  keywords: string[];
  text: string;
  /** What kind of place it is: `Field`, `Error`, a page's title. Absent for a page. */
  kind?: string;
  /** How much more, or less, it is worth than others with the same words. Default: 1. */
  weight?: number;
}

/** A place that was found. */
export interface Found {
  title: string;
  path: string;
  kind: string;
  /** A piece of its text, cut around the words; empty if it has none. */
  context: string;
  /** The words in it, and in the title, by which it was found. */
  terms: string[];
}

/** Shorter words may be a part of many. */
const LONG_ENOUGH_FOR_A_TYPO = 4;
const LONG_ENOUGH_FOR_TWO = 8;

const SEARCH: SearchOptions = {
  boost: { title: 4, keywords: 6, text: 0.5 },
  boostDocument: (_, __, stored) => Number(stored?.weight ?? 1),
  prefix: (term) => term.length > 1,
  fuzzy: (term) => (term.length >= LONG_ENOUGH_FOR_TWO ? 2 : term.length >= LONG_ENOUGH_FOR_A_TYPO ? 1 : 0),
  weights: { fuzzy: 0.15, prefix: 0.5 },
  // The length of an entry says nothing about its worth: an error with many keywords is not less about each of them.
  bm25: { k: 1.2, b: 0.1, d: 0.5 },
};

const MOST = 20;

/**
 * Prepares a search for some entries.
 * @returns finds the entries in which each word occurs, a synonym of it, or a word that begins with it or has a typo; the best first
 */
export function createSearch(entries: readonly SearchEntry[]): (text: string) => Found[] {
  const index = new MiniSearch<SearchEntry & { id: number }>({
    fields: ['title', 'keywords', 'text'],
    extractField: (entry, name) => {
      const value = entry[name as 'title'] as string | string[];
      return Array.isArray(value) ? value.join(' ') : value;
    },
    storeFields: ['weight'],
    tokenize: tokensOf,
    searchOptions: { ...SEARCH, tokenize: wordsOf },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return (text) => {
    const words = wordsOf(text);
    if (words.length === 0) return [];
    const one = (word: string): Query => ({
      combineWith: 'OR',
      queries: [
        word,
        ...synonymsOf(word).map((queries): Query => ({ queries: [queries], prefix: false, fuzzy: false })),
      ],
    });
    const query: Query = { combineWith: 'AND', queries: words.map(one) };
    const exact = index.search(query);
    // Two letters that changed places are two typos.
    const found =
      exact.length > 0
        ? exact
        : index.search(query, { fuzzy: (term) => (term.length > LONG_ENOUGH_FOR_A_TYPO ? 2 : 0) });
    return found.slice(0, MOST).map(({ id, terms }) => {
      const { title, path, kind = '', text: whole } = entries[id] as SearchEntry;
      return { title, path, kind, context: excerptOf(whole, terms), terms };
    });
  };
}

const synonymsOf = (word: string): readonly string[] => (Object.hasOwn(SYNONYMS, word) ? (SYNONYMS[word] ?? []) : []);

/** The words of what somebody types. Punctuation inside a word stays: `oe_number`, `lock-out`, `c#`. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,;:!?"'“”`()[\]{}<>=&/\\]+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}#+]+$/gu, ''))
    .filter(Boolean);

/** The words of a text, and the parts of those that are composed: `powerHpFrom` is also `power`, `hp` and `from`. */
function tokensOf(text: string): string[] {
  const composed = text.split(/\s+/).flatMap((word) => {
    const parts = word.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean);
    return parts.length > 1 ? parts : [];
  });
  return [...new Set([...wordsOf(text), ...composed.map((part) => part.toLowerCase())])];
}
