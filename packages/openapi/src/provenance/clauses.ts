import { items, member, members } from '../openapi/node.ts';
import type { Document } from '../openapi/openapi.ts';
import { keysOf } from '../openapi/pointer.ts';
import { expandKeys } from './element-names.ts';

/** A sentence or table row of the specification: an entry of `x-clauses`. */
export interface Clause {
  /** The wording of the specification. */
  text: string;
  /** References to the places in the document that state the clause; `*` matches one key. */
  places: string[];
  /** Words and numbers that the descriptions at the places must contain. */
  words: string[];
  /** The reason why a document cannot state the clause. */
  unstated: string | undefined;
}

/** Returns the clauses of a document by ID, in document order. */
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

/** Returns the JSON Pointers that a place of a clause matches; an empty list if the place does not exist. */
export const expandPlace = (document: Document, place: string): string[] => expandKeys(document, '', keysOf(place));
