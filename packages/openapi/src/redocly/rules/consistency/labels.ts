import { type FieldLabel, labelsOf, readableName } from '../../../extensions/labels.ts';
import type { Document } from '../../../openapi/openapi.ts';
import type { Check } from '../../rule.ts';

/**
 * A label is a text of words, the same for every field of that name, and no other field of its object has it as its name:
 * clients may name fields by their labels.
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
  if (other) return `expected the same label for every field of this name, found "${label}" and "${other.label}"`;
  const called = (member: string) => {
    const own = all.find((one) => one.name === member)?.label;
    return typeof own === 'string' ? readableName(own) : member;
  };
  const same = beside.find((member) => called(member) === readableName(label));
  return same ? `expected another label than ${same} has, found "${label}"` : undefined;
}
