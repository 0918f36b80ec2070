import { type FieldLabel, labelsOf, readableName } from '../../../extensions/labels.ts';
import type { Document } from '../../../openapi/openapi.ts';
import type { Check } from '../../rule.ts';

/**
 * Checks that a label consists of words, and that all fields with the same name have the same label. A label must differ from
 * the other fields in the object, because clients may use labels as field names.
 */
export const check: Check = (document: Document) => {
  const labels = labelsOf(document);
  return labels.flatMap((label) => {
    const message = fault(label, labels);
    return message ? [{ message: `x-label of ${label.name}: ${message}`, at: label.at }] : [];
  });
};

function fault({ name, label, beside }: FieldLabel, all: FieldLabel[]): string | undefined {
  if (typeof label !== 'string' || !/^[A-Z][A-Za-z0-9']*( [A-Za-z0-9']+)*$/.test(label))
    return `expected words that begin with a capital letter, found ${JSON.stringify(label)}`;
  const other = all.find((one) => one.name === name && one.label !== label);
  if (other) return `expected the same label for every field with this name, found "${label}" and "${other.label}"`;
  const called = (member: string) => {
    const own = all.find((one) => one.name === member)?.label;
    return typeof own === 'string' ? readableName(own) : member;
  };
  const same = beside.find((member) => called(member) === readableName(label));
  return same ? `expected a label other than the label of ${same}, found "${label}"` : undefined;
}
