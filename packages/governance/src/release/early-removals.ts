import { at } from '@vehicle-lookup/selectors';
import type { Document } from '@vehicle-lookup/selectors/document';
import type { Change } from '../comparison/change.ts';
import { deprecationOf } from '../comparison/deprecation.ts';
import type { Problem } from '../report/report.ts';

/** The day until which something that was removed had to work, if it was deprecated with a day. */
function announcedUntil(base: Document, { kind, pointer }: Change): string | undefined {
  if (kind !== 'removed') return undefined;
  const node = at(base, pointer);
  // Of an operation that stands alone in its path item, the operation is deprecated.
  const below = Object.values(Object(node)).map((one) => deprecationOf(one)?.until);
  return deprecationOf(node)?.until ?? below.find((until) => until !== undefined);
}

/** Whether a removal was announced, and its day has passed. */
export function isAnnounced(base: Document, change: Change, today: string): boolean {
  const until = announcedUntil(base, change);
  return until !== undefined && until < today;
}

/** What was removed before the day that was announced. */
export const earlyRemovals = (base: Document, changes: readonly Change[], today: string): Problem[] =>
  changes.flatMap((change) => {
    const until = announcedUntil(base, change);
    if (until === undefined || until < today) return [];
    const { what, place } = change;
    return [
      {
        code: 'removed-early',
        fails: true,
        file: place.file,
        what: `${what} It was announced to work until ${until}.`,
        next: `Restore it until ${until}.`,
      },
    ];
  });
