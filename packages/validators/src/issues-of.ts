import type { Body, Checked } from './body.ts';
import { type Fault, type Faults, faultsIn } from './fault.ts';
import { issueOf, type ReplyIssue } from './issue.ts';
import { ownerOf } from './owner.ts';

/** Each fault with what it breaks: an assumption, if the specification alone finds nothing wrong there. */
export function issuesOf(
  { ref, checkSpecified, clauses = [] }: Checked & Partial<Pick<Body, 'clauses'>>,
  faults: Faults,
  value: unknown,
): ReplyIssue[] {
  const specified = new Map<string, Fault>();
  for (const [pointer, fault] of faultsIn(checkSpecified, value)) {
    const place = nearestIn(faults, pointer);
    if (place?.pointer === pointer) specified.set(pointer, fault);
    // The specification finds a member wrong where the document offers a choice for the whole.
    else if (place?.isChoice && !specified.has(place.pointer)) specified.set(place.pointer, { ...fault, keywords: [] });
  }
  return [...faults.values()].map((fault) =>
    issueOf(fault, value, ownerOf(ref, fault, specified.get(fault.pointer), clauses)),
  );
}

/** The fault at a place, or at the nearest one above it. */
function nearestIn(faults: Faults, pointer: string): Fault | undefined {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const fault = faults.get(place);
    if (fault || place === '') return fault;
  }
}
