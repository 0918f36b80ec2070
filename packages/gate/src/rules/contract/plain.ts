import type { Audience, Impact } from '../../comparison/change.ts';
import { listChange } from '../../comparison/rating.ts';
import type { Rule } from '../../comparison/rule.ts';
import type { ContractDifference } from '../../walk/difference.ts';

const TEXTS = /^(description|summary|title|\$comment|externalDocs|tags|contact|license|version|termsOfService)$/;

const nothing = {
  audience: [] as Audience[],
  why: 'Programs that worked before still work.',
  next: 'No action is needed.',
};

export const textChanged: Rule = {
  title: 'A description was changed',
  text: 'A description, summary or title changed. Requests and responses do not change, so the change is patch.',
  rate: ({ property = '', name }) =>
    TEXTS.test(property)
      ? { impact: 'patch', what: `The ${property} of the ${name} was changed.`, ...nothing }
      : undefined,
};

export const added: Rule = {
  title: 'A part was added',
  text: 'A new operation, status, header, parameter or field was added. Programs that worked before still work, so the change is minor.',
  rate: ({ node, kind, name, facts }) =>
    kind === 'added' && (node !== 'form' || facts?.isOneMore === true)
      ? { impact: 'minor', what: `The ${name} was added.`, ...nothing }
      : undefined,
};

export const changed: Rule = {
  title: 'A change that no rule rates as breaking',
  text: 'The documents differ, but no rule rates the difference as breaking. A change that allows more values in a request is minor.',
  rate: (one) => {
    const { kind, name, property } = one;
    const what =
      property === undefined
        ? `The ${name} was ${kind}.`
        : `\`${property}\` of the ${name} was changed${listChange(one)}.`;
    return { impact: impactOf(one), what, ...nothing };
  },
};

/** Returns the impact of a compatible difference: minor if programs can use new or changed parts, otherwise patch. */
function impactOf({ node, kind, values, property }: ContractDifference): Impact {
  if (property === 'readOnly' || property === 'writeOnly') return 'minor';
  if (property === 'required' && node !== 'schema') return node === 'header' ? 'minor' : 'patch';
  if (Object.values(values ?? {}).some(({ change }) => change !== 'same')) return 'minor';
  if (['response', 'link', 'security', 'header'].includes(node) && property === undefined) return 'minor';
  return kind === 'removed' && node === 'schema' ? 'minor' : 'patch';
}
