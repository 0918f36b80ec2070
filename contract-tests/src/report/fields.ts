import { type Document, type RecordFields, recordFields } from '@vehicle-lookup/openapi';
import type { Judgement } from '../checks/judgement.ts';
import type { FieldSighting } from '../history/past-result.ts';
import { oncePer } from '../once-per.ts';

/** Returns the record fields of a document. */
export const contractFields: (document: Document) => RecordFields = oncePer(recordFields);

/** Returns the fields found in successful responses, including invalid responses, so that one fault does not hide other fields. */
export function sightingsIn({ shownBy }: RecordFields, judgements: readonly Judgement[], at: string): FieldSighting[] {
  const found = new Map<string, FieldSighting['state']>();
  for (const { request, response, json } of judgements) {
    if (response?.status !== 200 || !json) continue;
    for (const [name, hasValue] of shownBy(request.operation, json.body)) {
      if (hasValue) found.set(name, 'with-value');
      else if (!found.has(name)) found.set(name, 'only-empty');
    }
  }
  return [...found].map(([name, state]) => ({ name, state, at }));
}
