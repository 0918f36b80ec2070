import { items, member, members } from '../openapi/node.ts';
import type { Document, Path } from '../openapi/openapi.ts';
import { at, child, keysOf } from '../openapi/pointer.ts';
import { basesOf, clausesByPlace, type FindBasis } from './bases.ts';
import { type Clause, expandPlace, readClauses } from './clauses.ts';
import { namesIn } from './element-names.ts';
import { MEANING, readMarks } from './marks.ts';
import { statementsOf } from './statements.ts';
import { type ProvenanceFinding, textFindings } from './text-findings.ts';

/**
 * Returns the provenance errors of a document: clauses and assumptions with missing or invalid references, statements without
 * exactly one basis, and descriptions that contradict the marks. A document without `x-clauses` has no specification and
 * therefore no findings.
 */
export function provenanceFindings(document: Document): ProvenanceFinding[] {
  if (document['x-clauses'] === undefined) return [];
  const clauses = readClauses(document);
  return [
    ...clauseFindings(document, clauses),
    ...silenceFindings(document, clauses),
    ...ownerlessFindings(document),
    ...doublyOwnedFindings(document),
    ...textFindings(document),
  ];
}

function clauseFindings(document: Document, clauses: Map<string, Clause>): ProvenanceFinding[] {
  const silent = new Set(members(document['x-assumptions']).flatMap(([, entry]) => items(member(entry, 'clauses'))));
  return [...clauses].flatMap(([id, { text, places, unstated }]) => {
    const here: Path = ['x-clauses', id];
    const findings = places.flatMap((place, index) =>
      expandPlace(document, place).length > 0
        ? []
        : [
            {
              message: `clause ${id}: the place ${place} does not exist; ${knownInstead(document, place)}`,
              at: [...here, 'places', index],
            },
          ],
    );
    if (text.trim() === '')
      findings.push({ message: `clause ${id}: expected the clause wording in text, found none`, at: here });
    if (places.length === 0 && !unstated && !silent.has(id)) {
      const expected = 'a place, a reason in unstated, or an assumption that lists it in clauses';
      findings.push({ message: `clause ${id}: expected ${expected}, found none`, at: here });
    }
    if (places.length > 0 && unstated) {
      findings.push({ message: `clause ${id}: expected places or unstated, found both`, at: [...here, 'unstated'] });
    }
    return findings;
  });
}

/** Returns the longest existing prefix of a place and the keys at this location, for a message. */
function knownInstead(document: Document, place: string): string {
  const keys = keysOf(place);
  let depth = keys.length;
  while (depth > 0 && expandPlace(document, reference(keys.slice(0, depth))).length === 0) depth--;
  const [found = ''] = expandPlace(document, reference(keys.slice(0, depth)));
  const known = namesIn(at(document, found));
  return `${reference(keys.slice(0, depth))} has ${known.join(', ') || 'nothing'}`;
}

const reference = (keys: readonly string[]): string => keys.reduce<string>(child, '#');

/** Reports assumptions without valid references to the clauses that leave the question open. */
function silenceFindings(document: Document, clauses: Map<string, Clause>): ProvenanceFinding[] {
  return members(document['x-assumptions']).flatMap(([id, entry]) => {
    const here: Path = ['x-assumptions', id, 'clauses'];
    const named = items(member(entry, 'clauses')).map(String);
    if (named.length === 0) {
      return [{ message: `assumption ${id}: expected clause IDs in clauses, found none`, at: here }];
    }
    return named.flatMap((clause, index) =>
      clauses.has(clause)
        ? []
        : [
            {
              message: `assumption ${id}: expected a clause from x-clauses, found "${clause}"; ${similar(clause, clauses)}`,
              at: [...here, index],
            },
          ],
    );
  });
}

/** Returns the clauses of the same section, or all sections if the section is unknown, for a message. */
function similar(id: string, clauses: Map<string, Clause>): string {
  const section = (other: string) => other.split('.')[0] ?? '';
  const ids = [...clauses.keys()];
  const near = ids.filter((other) => section(other) === section(id));
  return near.length > 0
    ? `this section has ${near.join(', ')}`
    : `known sections: ${[...new Set(ids.map(section))].join(', ')}`;
}

function ownerlessFindings(document: Document): ProvenanceFinding[] {
  const findBasis = basesOf(document);
  return statementsOf(document)
    .filter(({ pointer }) => findBasis(pointer) === undefined)
    .map(({ what, pointer }) => ({
      message: `${what}: expected a clause with this place (${`#${pointer}`}), or an x-assumes that covers it; found neither${sisterHint(document, findBasis, pointer)}`,
      at: keysOf(pointer),
    }));
}

/**
 * Returns a hint such as `; the clause envelope.object has the same place in GetFluidsBody` if a similar component has a
 * clause for this place, and an empty string otherwise. Similar components have the same kind, and the same last word in their
 * names.
 */
function sisterHint(document: Document, findBasis: FindBasis, pointer: string): string {
  const [section = '', kind = '', name = '', ...rest] = keysOf(pointer).map(String);
  const [word] = /[A-Z][a-z]*$/.exec(name) ?? [];
  if (section !== 'components' || word === undefined) return '';
  const sisters = Object.keys(Object(at(document, reference([section, kind]).slice(1))));
  for (const sister of sisters.filter((other) => other !== name && other.endsWith(word))) {
    const [clause] = findBasis(reference([section, kind, sister, ...rest]).slice(1))?.clauses ?? [];
    if (clause !== undefined) return `; the clause ${clause} has the same place in ${sister}`;
  }
  return '';
}

/** Reports statements with both a clause and an assumption, because one of the two must be incorrect. */
function doublyOwnedFindings(document: Document): ProvenanceFinding[] {
  const stated = clausesByPlace(document);
  return readMarks(document).flatMap(({ key, covers, ids }) => {
    const by = key === MEANING ? undefined : stated.get(covers);
    if (!by) return [];
    const message = `#${covers}: expected a clause or an assumption, found the clauses ${by.join(', ')} and the assumptions ${ids.join(', ')}`;
    return [{ message, at: keysOf(covers) }];
  });
}
