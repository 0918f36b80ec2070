import { isOnWire } from '../../comparable/wire.ts';
import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'An operation has another name',
  text: 'The name is not sent, so requests stay right; methods and types of generated code are named after it: major.',
  rate: ({ typeName, kind, property, before, after, path }, { base }) => {
    if (!base.hasSelectors) return undefined;
    if (property === 'operationId') return isOnWire({ path }) ? undefined : 'nothing';
    if (!typeName.startsWith('PathItem') || kind !== 'modified' || typeof before !== 'string') return undefined;
    return {
      impact: 'major',
      audience: ['generated code'],
      what: `The operation \`${before.slice(1)}\` is called \`${String(after).slice(1)}\` now.`,
      why: 'Calls of the old name do not compile; requests stay as they are.',
      next: 'Keep the name.',
    };
  },
};
