import type { Audience, Impact } from '../../comparison/change.ts';
import { listChange } from '../../comparison/rating.ts';
import type { Rule } from '../../comparison/rule.ts';
import type { ContractDifference } from '../../walk/difference.ts';

const TEXTS = /^(description|summary|title|\$comment|externalDocs|tags|contact|license|version|termsOfService)$/;

const nothing = {
  audience: [] as Audience[],
  why: 'No program that was right before is wrong now.',
  next: 'Nothing.',
};

export const textChanged: Rule = {
  title: 'A text was changed',
  text: 'A description, a summary, a title. No request and no response is another one: patch.',
  rate: ({ property = '', name }) =>
    TEXTS.test(property)
      ? { impact: 'patch', what: `The ${property} of the ${name} was changed.`, ...nothing }
      : undefined,
};

export const added: Rule = {
  title: 'Something was added',
  text: 'A new operation, status, header, parameter or field. Programs that were right before stay right: minor.',
  rate: ({ node, kind, name, facts }) =>
    kind === 'added' && (node !== 'form' || facts?.isOneMore === true)
      ? { impact: 'minor', what: `The ${name} was added.`, ...nothing }
      : undefined,
};

export const changed: Rule = {
  title: 'Something was changed that no rule calls breaking',
  text: 'Both documents differ, and no rule says that it can break a caller. More values of a request are minor.',
  rate: (one) => {
    const { kind, name, property } = one;
    const what =
      property === undefined
        ? `The ${name} was ${kind}.`
        : `\`${property}\` of the ${name} was changed${listChange(one)}.`;
    return { impact: impactOf(one), what, ...nothing };
  },
};

/** Other values are new for senders or readers; everything else leaves every program as it is. */
function impactOf({ node, kind, values, property }: ContractDifference): Impact {
  if (property === 'readOnly' || property === 'writeOnly') return 'minor';
  if (property === 'required' && node !== 'schema') return node === 'header' ? 'minor' : 'patch';
  if (Object.values(values ?? {}).some(({ change }) => change !== 'same')) return 'minor';
  if (['response', 'link', 'security', 'header'].includes(node) && property === undefined) return 'minor';
  return kind === 'removed' && node === 'schema' ? 'minor' : 'patch';
}
