import { isRecord } from '../openapi/node.ts';
import type { Document, Path } from '../openapi/openapi.ts';
import { at, child, keysOf } from '../openapi/pointer.ts';
import { follow } from '../openapi/reference.ts';
import { type Visited, walk } from '../openapi/walk.ts';
import { expandPlace, readClauses } from './clauses.ts';
import { type Mark, readMarks } from './marks.ts';
import { hasAssumption } from './specified-text.ts';

/** A provenance error in the document. */
export interface ProvenanceFinding {
  message: string;
  at: Path;
}

/**
 * Returns the provenance errors in descriptions: undescribed marks, unmarked assumptions, observations without a source, and
 * missing words of clauses.
 */
export function textFindings(document: Document): ProvenanceFinding[] {
  const nodes = [...walk(document)].filter(({ named }) => !named);
  const marks = readMarks(document, nodes);
  return [
    ...silentMarks(document, nodes, marks),
    ...unmarkedTexts(document, nodes, marks),
    ...unsourced(nodes),
    ...missingWords(document),
  ];
}

/** Number of keys in the pointer of a component, such as `/components/schemas/Name`. */
const COMPONENT_DEPTH = 3;

/** Assumptions about every request or response are marked at the only path and described in the introduction. */
const isAboutAll = (pointer: string): boolean => pointer.startsWith('/paths/');

function silentMarks(document: Document, nodes: readonly Visited[], marks: readonly Mark[]): ProvenanceFinding[] {
  return marks.flatMap((mark) => {
    const places = [
      ...upToComponent(mark.node),
      mark.covers,
      target(document, mark.covers),
      ...referrers(nodes, mark.node),
    ];
    if (isAboutAll(mark.node)) places.push('/info');
    if (places.some((place) => marksAssumption(at(document, place)))) return [];
    const message = `x-assumes ${mark.key} (${mark.ids.join(', ')}): expected "Assumed: …" or "(assumed)" in the description of ${mark.covers}, found none`;
    return [{ message, at: keysOf(mark.node) }];
  });
}

function unmarkedTexts(document: Document, nodes: readonly Visited[], marks: readonly Mark[]): ProvenanceFinding[] {
  const marked = marks.flatMap(({ covers }) => [covers, target(document, covers)]);
  return nodes.flatMap(({ node, at: place }) => {
    const pointer = place.reduce<string>(child, '');
    const isIntroduction = pointer === '/info' || pointer.startsWith('/tags');
    if (!marksAssumption(node) || isIntroduction) return [];
    // A parameter or field may describe the assumptions of the schema to which it refers.
    const described = [pointer, target(document, pointer), target(document, child(pointer, 'schema'))];
    const isMarked = (one: string) => described.some((place) => isWithin(one, place) || isWithin(place, one));
    if (marked.some(isMarked)) return [];
    const message = 'description: contains an assumption; expected x-assumes with its ID here or below, found none';
    return [{ message, at: [...place, 'description'] }];
  });
}

/** Words that state the source of an observation. */
const SOURCE = /\b(samples?|clients?|documentation|plans?)\b/i;
const SEEN = /\b(been|was|were) (seen|observed)\b/;

/** Reports observations without a source in descriptions and in assumptions. */
function unsourced(nodes: readonly Visited[]): ProvenanceFinding[] {
  return nodes.flatMap(({ node, at: place }) =>
    ['description', 'statement', 'silence', 'evidence'].flatMap((key) => {
      const sentences = String(node[key] ?? '').split(/(?<=[.!?])\s+/);
      const found = sentences.find((sentence) => SEEN.test(sentence) && !SOURCE.test(sentence));
      if (found === undefined) return [];
      const message = `${key}: expected the source of the observation (a sample, public clients, public documentation), found "${found}"`;
      return [{ message, at: [...place, key] }];
    }),
  );
}

const TEXTS = ['description', 'summary'];

/** Reports missing words. A clause that only descriptions state must list words, because otherwise no test detects a change. */
function missingWords(document: Document): ProvenanceFinding[] {
  return [...readClauses(document)].flatMap(([id, { places, words }]) => {
    const pointers = places.flatMap((place) => expandPlace(document, place));
    const texts = pointers
      .filter((pointer) => TEXTS.includes(keysOf(pointer).at(-1) ?? ''))
      .map((one) => at(document, one));
    const here: Path = ['x-clauses', id];
    const isText =
      texts.length > 0 && texts.length === pointers.length && texts.every((text) => typeof text === 'string');
    if (isText && words.length === 0)
      return [
        { message: `clause ${id}: only descriptions state it; expected required words in words, found none`, at: here },
      ];
    const text = texts.join(' ').replaceAll(/\s+/g, ' ');
    return words
      .filter((word) => !text.includes(word))
      .map((word) => ({
        message: `clause ${id}: expected "${word}" in ${places.join(' or ')}, found none`,
        at: here,
      }));
  });
}

const marksAssumption = (node: unknown): boolean =>
  isRecord(node) && typeof node.description === 'string' && hasAssumption(node.description);

const isWithin = (pointer: string, above: string): boolean => pointer === above || pointer.startsWith(`${above}/`);

/** Returns the pointers of a place and its ancestors, up to its component. */
function upToComponent(pointer: string): string[] {
  const keys = keysOf(pointer);
  const lowest = Math.min(COMPONENT_DEPTH, keys.length);
  return Array.from({ length: keys.length - lowest + 1 }, (_, index) =>
    keys.slice(0, keys.length - index).reduce(child, ''),
  );
}

/** Returns the pointer of the target of the reference at a place. */
const target = (document: Document, pointer: string): string =>
  follow(document, at(document, pointer), keysOf(pointer)).at.reduce<string>(child, '');

/** Returns the pointers of the fields, parameters and headers that refer to the component of a place. */
function referrers(nodes: readonly Visited[], pointer: string): string[] {
  const component = `#${keysOf(pointer).slice(0, COMPONENT_DEPTH).reduce(child, '')}`;
  return nodes
    .filter(({ node }) => node.$ref === component)
    .map(({ at: place }) => (place.at(-1) === 'schema' ? place.slice(0, -1) : place).reduce<string>(child, ''));
}
