import { at, dereference, isRecord, member, readOperations } from '@vehicle-lookup/openapi';
import type { Change } from '../comparison/change.ts';
import type { LoadedDocument } from '../document/load.ts';
import type { ChangeConsumer } from '../report/report.ts';
import { type FoundPlaces, type ResponsePlace, responsePlaces } from './response-locations.ts';
import type { Usage, UsedOperation } from './usage.ts';

/** Returns a function that determines the effect of a change on each consumer. @param base undefined before the first release */
export function effectsBetween(
  base: LoadedDocument | undefined,
  revision: LoadedDocument,
): (change: Change, usages: readonly Usage[]) => ChangeConsumer[] {
  const sides = [base, revision].map((side) => side && responsePlaces(side.document, side.hasSelectors));
  const [before, after] = sides;
  /** Returns the locations in an operation's responses that a change affects; undefined if it does not affect the responses. */
  const placesOf = (operation: string, change: Change): ResponsePlace[] | undefined => {
    // Programs read the parts that existed before the change.
    const found = before?.(operation, change.pointer) ?? after?.(operation, change.pointer);
    return found && affected(found, change);
  };

  return (change, usages) => {
    const concerned = (base && takersOf(change, base, revision)) ?? change.operations;
    return usages.map((usage): ChangeConsumer => {
      const { name } = usage.consumer;
      const called = [...usage.operations].filter(([id]) => concerned.includes(id));
      const where = called.flatMap(([id, used]) => usedPlaces(id, used, change, () => placesOf(id, change)));
      if (where.length > 0)
        return { name, effect: change.impact === 'major' ? 'breaks' : 'uses', where: [...new Set(where)] };
      const isUnknown = change.impact === 'major' && isAboutNames(change) && called.length > 0;
      return { name, effect: isUnknown ? 'unknown' : 'none', where: [] };
    });
  };
}

/** Returns whether a change affects only generated code. Usage files do not list the generated types that a program imports. */
const isAboutNames = ({ audience }: Change): boolean => audience.every((one) => one === 'generated code');

/** Returns the locations at which a program uses the changed part. */
function usedPlaces(
  id: string,
  used: UsedOperation,
  change: Change,
  find: () => ResponsePlace[] | undefined,
): string[] {
  // New parts have no users yet, and tests cannot observe the names in generated code.
  if ((change.kind === 'added' && change.impact !== 'major') || isAboutNames(change)) return [];
  const places = find();
  // A change that breaks senders may break every caller. A deprecation affects only programs that read the deprecated part.
  const isForReaders = change.impact !== 'major' && places !== undefined;
  if (change.audience.includes('sender') && !isForReaders) return change.impact === 'major' || places ? [id] : [];
  // A breaking change outside the responses, such as a changed assumption, affects the whole operation.
  if (places === undefined) return change.impact !== 'major' || change.pointer.startsWith('/components/') ? [] : [id];
  return places.flatMap((place) => [...successes(id, used, place), ...failures(id, used, place)]);
}

function successes(id: string, { reads }: UsedOperation, { status, place }: ResponsePlace): string[] {
  if (!/^(2|default)/.test(status)) return [];
  if (reads === 'all') return [`${id} (may read any field)`];
  if (place === '') return [id];
  return reads.filter((read) => isWithin(read, place)).map((read) => `${id} ${read}`);
}

function failures(id: string, { reads, failures }: UsedOperation, { status, place }: ResponsePlace): string[] {
  if (/^2/.test(status)) return [];
  if (reads === 'all') return [`${id} ${status} (may handle it)`];
  return failures
    .filter((failure) => isOf(failure.status, status))
    .flatMap((failure) => {
      const name = `${id} ${failure.status}`;
      if (place === '') return [name];
      return failure.reads.filter((read) => isWithin(read, place)).map((read) => `${name} ${read}`);
    });
}

const isOf = (status: number | undefined, stated: string): boolean =>
  status !== undefined &&
  status >= 300 &&
  (stated === 'default' ||
    stated.toUpperCase() === `${status}` ||
    stated.toUpperCase() === `${Math.floor(status / 100)}XX`);

/** Returns whether a location is equal to or inside a changed location. */
const isWithin = (read: string, place: string): boolean =>
  read === place ||
  (place === 'header:*' ? read.startsWith('header:') : read.startsWith(`${place}.`) || read.startsWith(`${place}[`));

/** Returns the locations that a change affects: the removed fields for `required` and `properties`, otherwise all locations. */
function affected({ places, rest }: FoundPlaces, { before, after }: Change): ResponsePlace[] {
  const [keyword, name] = rest;
  if (keyword === 'required' && Array.isArray(before) && Array.isArray(after)) {
    const lost = before.filter((one) => !after.includes(one));
    return places.flatMap((one) => lost.map((member) => memberOf(one, `${member}`)));
  }
  if (keyword !== 'properties') return places;
  const lost = name === undefined ? keysOf(before).filter((key) => !keysOf(after).includes(key)) : [name];
  return places.flatMap((one) => lost.map((member) => memberOf(one, member)));
}

const keysOf = (value: unknown): string[] => (isRecord(value) ? Object.keys(value) : []);

const memberOf = ({ status, place }: ResponsePlace, name: string): ResponsePlace => ({
  status,
  place: place === '' ? name : `${place}.${name}`,
});

/**
 * Returns the operations that accept a changed parameter of the query operation, because only their callers send the parameter.
 * @returns undefined for any other change, and for a parameter that no operation accepts, because it affects every request
 */
function takersOf(
  { kind, pointer, before }: Change,
  base: LoadedDocument,
  revision: LoadedDocument,
): string[] | undefined {
  const [, place, keyword] = /^(\/paths\/[^/]+(?:\/[^/]+)?\/parameters\/\d+)(?:\/([^/]+))?/.exec(pointer) ?? [];
  if (place === undefined || !base.hasSelectors) return undefined;
  const { document } = kind === 'removed' ? base : revision;
  const isRenamed = keyword === 'name' && typeof before === 'string';
  const name = isRenamed ? before : member(dereference<unknown>(document, at(document, place)), 'name');
  const takers = readOperations(base.document).filter(({ parameters }) => parameters.some((one) => one.name === name));
  return takers.length > 0 ? takers.map(({ id }) => id) : undefined;
}
