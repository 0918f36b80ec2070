import { at, type Document, dereference, isRecord, member, resolveSchema } from '@vehicle-lookup/openapi';
import type { EngineDifference, Rule, Side } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'An operation is selected by another parameter or value',
  text: 'Its requests select another operation, or none. Always major; a selector of a new operation belongs to that.',
  rate: (change, { base, revision }) => {
    if (!base.hasSelectors) return undefined;
    const [old, fresh] = [selectorAt(base, change.at.base, change), selectorAt(revision, change.at.revision, change)];
    if (old === fresh) return undefined;
    const [before, after] = [old, fresh].map((one) => (one === undefined ? 'nothing' : `\`${one}\``));
    return {
      impact: 'major',
      audience: ['sender', 'generated code'],
      what: `The selector changed from ${before} to ${after}.`,
      why: 'A request that was right before selects another operation, or none.',
      next: 'Keep the selector; give a new operation a selector of its own.',
    };
  },
};

/** `fluids=1`, if the change is about a parameter that selects, or about the value of one. */
function selectorAt({ document }: Side, pointer: string | undefined, change: EngineDifference): string | undefined {
  if (pointer === undefined) return undefined;
  if (change.property === 'enum' && change.typeName === 'Schema') {
    const value = member(at(document, pointer.replace(/\/(enum|const)$/, '')), 'const');
    const isSelector = change.uses.some(({ direction }) => direction === 'request');
    return isSelector && value !== undefined ? String(value) : undefined;
  }
  if (!change.typeName.startsWith('Parameter')) return undefined;
  const keys = pointer.split('/');
  return selectorOf(document, at(document, keys.slice(0, keys.indexOf('parameters') + 2).join('/')));
}

function selectorOf(document: Document, node: unknown): string | undefined {
  const parameter = dereference(document, node);
  if (!isRecord(parameter) || parameter.in !== 'query' || parameter.required !== true) return undefined;
  const { schema } = resolveSchema(document, parameter.schema);
  return 'const' in schema ? `${parameter.name}=${schema.const}` : undefined;
}
