import { at, dereference, isRecord, member, readOperations } from '@vehicle-lookup/openapi';
import type { Change } from '../comparison/change.ts';
import type { LoadedDocument } from '../document/load.ts';
import type { ChangeConsumer } from '../report/report.ts';
import { type FoundPlaces, type ResponsePlace, responsePlaces } from './response-locations.ts';
import type { Usage, UsedOperation } from './usage.ts';

/** Finds what a change means for each consumer. @param base undefined: the change is only about the revision */
export function effectsBetween(
  base: LoadedDocument | undefined,
  revision: LoadedDocument,
): (change: Change, usages: readonly Usage[]) => ChangeConsumer[] {
  const sides = [base, revision].map((side) => side && responsePlaces(side.document, side.hasSelectors));
  const [before, after] = sides;
  /** What of the responses of an operation a change is about; undefined if it is about none of their places. */
  const placesOf = (operation: string, change: Change): ResponsePlace[] | undefined => {
    // What was there before is what programs read.
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

/** A usage file does not say which generated types a program imports. */
const isAboutNames = ({ audience }: Change): boolean => audience.every((one) => one === 'generated code');

/** Where a program uses what a change is about. */
function usedPlaces(
  id: string,
  used: UsedOperation,
  change: Change,
  find: () => ResponsePlace[] | undefined,
): string[] {
  // New parts have no users yet, and tests do not see names of generated code.
  if ((change.kind === 'added' && change.impact !== 'major') || isAboutNames(change)) return [];
  const places = find();
  // What breaks senders and readers may break everybody who calls; of a deprecation readers are those who read it.
  const isForReaders = change.impact !== 'major' && places !== undefined;
  if (change.audience.includes('sender') && !isForReaders) return change.impact === 'major' || places ? [id] : [];
  // A breaking change outside of the responses, such as one of an assumption, is about the whole operation.
  if (places === undefined) return change.impact !== 'major' || change.pointer.startsWith('/components/') ? [] : [id];
  return places.flatMap((place) => [...successes(id, used, place), ...failures(id, used, place)]);
}

function successes(id: string, { reads }: UsedOperation, { status, place }: ResponsePlace): string[] {
  if (!/^(2|default)/.test(status)) return [];
  if (reads === 'all') return [`${id} (may read all)`];
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

/** Whether a place is another one, or in it. */
const isWithin = (read: string, place: string): boolean =>
  read === place ||
  (place === 'header:*' ? read.startsWith('header:') : read.startsWith(`${place}.`) || read.startsWith(`${place}[`));

/** The places of a change, where it names fields of what it is about. */
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
 * The operations that take the parameter which a change of the query operation is about: only their callers send it.
 * @returns undefined for any other change, and for a parameter that no operation takes: it concerns every request
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
