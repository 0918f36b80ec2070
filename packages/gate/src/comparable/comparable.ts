import { at, child, type Document, isRecord, keysOf } from '@vehicle-lookup/openapi';
import { Normal } from './normal.ts';
import { WIRE_PATH, wirePathItem } from './wire.ts';

/**
 * A document as the engine compares it, and the way back to the places of the bundle. Operations that share a path get one
 * each, so that they are compared with themselves, and their query operation one more; envelopes become separate media types, so
 * that they are compared by name; examples and extensions are left out, because other rules compare them; and what states the
 * same in two ways is written in one.
 */
export interface Comparable {
  document: unknown;
  /** The pointer in the bundle for one of the engine's. */
  inBundle: (pointer: string) => string;
}

/** @param other the document that it is compared with */
export function comparable(document: Document, other: Document, hasSelectors: boolean): Comparable {
  const normal = new Normal(document, other);
  const written = hasSelectors ? projected(document, normal) : normal.copy(document, '', 'document');
  return { document: written, inBundle: (pointer) => inBundle(written, normal, pointer) };
}

/** One path for each operation, named by its id, and one for the query operation. */
function projected(document: Document, normal: Normal): unknown {
  const { paths, components = {}, ...rest } = document;
  const { pathItems, ...others } = components;
  const root = normal.copy(rest, '', 'document') as Record<string, unknown>;
  const operations = Object.keys(Object(pathItems)).map((name): [string, unknown] => [
    `/${name}`,
    normal.copyTarget(child('/components/pathItems', name), 'path item'),
  ]);
  return {
    ...root,
    paths: { ...Object.fromEntries(operations), [WIRE_PATH]: wirePathItem(document, normal) },
    components: normal.copy(others, '/components', 'components'),
  };
}

/** The place of the nearest node above that has one, and the keys below it. */
function inBundle(written: unknown, normal: Normal, pointer: string): string {
  let node = written;
  let [place, rest]: [string, string[]] = ['', []];
  for (const key of keysOf(pointer)) {
    const keyword = isRecord(node) ? normal.placeOf(node, key) : undefined;
    node = at(node, child('', key));
    const origin = (isRecord(node) || Array.isArray(node) ? normal.placeOf(node) : undefined) ?? keyword;
    [place, rest] = origin === undefined ? [place, [...rest, key]] : [origin, []];
  }
  return rest.reduce(child, place);
}
