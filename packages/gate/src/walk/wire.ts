import { at, type DocumentedOperation, dereference, member, readOperations } from '@vehicle-lookup/openapi';
import type { Comparison, Side } from '../comparison/rule.ts';
import type { ContractDifference } from './difference.ts';

/**
 * Returns whether a change to the query operation follows from changes to other operations: a parameter or status was added or removed
 * together with the operations that have it, or a parameter was renamed together with the parameters of operations.
 */
export function followsOperations(difference: ContractDifference, { base, revision }: Comparison): boolean {
  const { kind, node, property, at: places, before, after, isOnWire, facts } = difference;
  const isRenamed = node === 'parameter' && property === 'name';
  if (!isOnWire || (!isRenamed && (property !== undefined || kind === 'modified'))) return false;
  const [having, without] = kind === 'removed' ? [base, revision] : [revision, base];
  const has = ({ document }: Side, is: (one: DocumentedOperation) => boolean) => readOperations(document).some(is);
  const isOnlyIn = (one: Side, other: Side, is: (one: DocumentedOperation) => boolean) =>
    has(one, is) && !has(other, is);
  if (node === 'response') {
    return isOnlyIn(having, without, (one) => one.responses.some(({ status }) => status === facts?.status));
  }
  if (node !== 'parameter') return false;
  const place = (kind === 'removed' ? places.base : places.revision) ?? '';
  const parameter = dereference(having.document, at(having.document, isRenamed ? place.replace(/\/name$/, '') : place));
  // A parameter that the query operation requires affects all requests, so it does not follow from other operations.
  if (kind !== 'removed' && member(parameter, 'required') === true) return false;
  const takes = (name: unknown) => (one: DocumentedOperation) => one.parameters.some((own) => own.name === name);
  if (isRenamed) return isOnlyIn(base, revision, takes(before)) && isOnlyIn(revision, base, takes(after));
  return isOnlyIn(having, without, takes(member(parameter, 'name')));
}
