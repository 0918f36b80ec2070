import { isDeepStrictEqual } from 'node:util';
import { records } from '../checks/records.ts';
import type { Judgement, ViolationAcross } from './judgement.ts';

/** What chooses the list of an operation. Fluids and parts of two vehicles may be the same. */
const CHOSEN_BY = ['brand', 'model'];

/** Names and slugs of one brand in one form: `Golf VI` and `golf-vi`. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The whole list of one brand or model came for another one, too. One entry in common says nothing: two brands may have a model
 * of one name, and no clause gives a model to one brand alone. A run lists one brand; recorded traffic may have several.
 */
export function sameList(successes: readonly Judgement[]): ViolationAcross[] {
  const lists = successes.flatMap((by): List[] => {
    const chosen = by.request.query.filter(([name]) => CHOSEN_BY.includes(name)).map(([, value]) => value);
    const entries = records(by.json?.body);
    return by.request.kind === 'good' && chosen.length > 0 && entries.length > 1 ? [{ by, chosen, entries }] : [];
  });
  for (const [index, list] of lists.entries()) {
    const { by, chosen, entries } = list;
    const first = lists.slice(0, index).find((earlier) => isListOfAnother(earlier, list));
    if (!first) continue;
    const got = `the ${entries.length} entries of ${first.chosen.join(', ')} for ${chosen.join(', ')}, too`;
    const next = 'Find out whether the operation looks at the parameter.';
    const expected = 'a list of its own for each brand and model';
    return [{ by, violation: { code: 'same-list', compared: first.by.request, expected, got, next } }];
  }
  return [];
}

interface List {
  by: Judgement;
  chosen: string[];
  entries: unknown[];
}

const isListOfAnother = (one: List, other: List): boolean =>
  one.by.request.operation === other.by.request.operation &&
  plain(one.chosen.join()) !== plain(other.chosen.join()) &&
  isDeepStrictEqual(one.entries, other.entries);
