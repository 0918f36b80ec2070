import { items, member, members } from '../openapi/node.ts';
import type { Document } from '../openapi/openapi.ts';
import { keysOf } from '../openapi/pointer.ts';
import { expandKeys } from './element-names.ts';

/** A sentence or table row of the specification: an entry of `x-clauses`. */
export interface Clause {
  /** The specification's words. */
  text: string;
  /** References to the places of the document that state it; `*` stands for any one key. */
  places: string[];
  /** Words and numbers that the descriptions among the places must contain. */
  words: string[];
  /** Why no document can state it. */
  unstated: string | undefined;
}

/** Reads the clauses of a document by id, in its order. */
export function readClauses(document: Document): Map<string, Clause> {
  const entries = members(document['x-clauses']).map(([id, entry]): [string, Clause] => {
    const unstated = member(entry, 'unstated');
    const clause = {
      text: String(member(entry, 'text') ?? ''),
      places: items(member(entry, 'places')).map(String),
      words: items(member(entry, 'words')).map(String),
      unstated: typeof unstated === 'string' ? unstated : undefined,
    };
    return [id, clause];
  });
  return new Map(entries);
}

/** The pointers that a place of a clause stands for; none if it does not exist. */
export const expandPlace = (document: Document, place: string): string[] => expandKeys(document, '', keysOf(place));
