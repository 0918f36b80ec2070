import { keysOf } from '@vehicle-lookup/openapi';
import { visible } from '@vehicle-lookup/toolkit/markup';
import { envelopeOf } from '../comparable/envelopes.ts';
import type { Audience, Rating } from './change.ts';
import { ENGINE_RULES } from './engine-rules.ts';
import { differenceOf } from './fingerprint.ts';
import { directionsOf } from './reach.ts';
import type { EngineDifference } from './rule.ts';

/** The codes of changes that the engine reports and no rule rates. */
export const PLAIN_CODES = {
  added: {
    title: 'Something was added',
    text: 'A new operation, status, header, parameter or field. Programs that were right before stay right: minor.',
  },
  'text-changed': {
    title: 'A text was changed',
    text: 'A description, a summary, a title. No request and no response is another one: patch.',
  },
  changed: {
    title: 'Something was changed that no rule calls breaking',
    text: 'The engine found a difference, and no rule says that it can break a caller.',
  },
} as const;

/** The rating of the engine: one for each of its verdicts, or a plain one. */
export function engineRating(change: EngineDifference): Rating[] {
  if (change.verdicts.length === 0) return [plainRating(change)];
  return change.verdicts.map(({ ruleId, impact, message }) => {
    const meaning = ENGINE_RULES[ruleId];
    return {
      code: ruleId,
      impact,
      audience: meaning ? affected(meaning.audience, change) : ['sender', 'reader'],
      what: readable(message),
      why: meaning?.why ?? 'The engine calls it breaking.',
      next: meaning?.next ?? 'See the documentation of redocly diff.',
    };
  });
}

/** Of those who may be affected, those whose requests or responses it is about. */
export function affected(audience: readonly Audience[], { uses }: Pick<EngineDifference, 'uses'>): Audience[] {
  const directions = directionsOf(uses);
  if (directions.length === 0) return [...audience];
  return audience.filter(
    (one) =>
      one === 'generated code' ||
      directions.includes(one === 'sender' ? 'request' : 'response') ||
      audience.length === 1,
  );
}

const TEXTS = [
  'description',
  'summary',
  'title',
  '$comment',
  'externalDocs',
  'tags',
  'contact',
  'license',
  'version',
  'termsOfService',
];

function plainRating(change: EngineDifference): Rating {
  const { impact, kind, property } = change;
  const node = nodeName(change);
  const nothing = {
    audience: [] as Audience[],
    why: 'No program that was right before is wrong now.',
    next: 'Nothing.',
  };
  if (property !== undefined && TEXTS.includes(property)) {
    return { code: 'text-changed', impact: 'patch', what: `The ${property} of the ${node} was changed.`, ...nothing };
  }
  if (kind === 'added') return { code: 'added', impact, what: `The ${node} was added.`, ...nothing };
  const what =
    property === undefined
      ? `The ${node} was ${kind}.`
      : `\`${property}\` of the ${node} was changed${listChange(change)}.`;
  return { code: 'changed', impact, what, ...nothing };
}

/** What a list lost and what is new in it, for a message: such a finding is one line, without its values. */
function listChange({ before, after }: EngineDifference): string {
  if (!Array.isArray(before) || !Array.isArray(after)) return '';
  const [lost, gained] = differenceOf(before, after);
  const part = (values: readonly unknown[], what: string) =>
    values.length > 0 ? [`${visible(values.map((value) => JSON.stringify(value)).join(', '), 200)} ${what}`] : [];
  const parts = [...part(lost, 'removed'), ...part(gained, 'added')];
  return parts.length > 0 ? `: ${parts.join('; ')}` : '';
}

/** The name of a node for a message: `field skill`, `parameter page`. */
function nodeName({ typeName, pointer, property, parameter }: EngineDifference): string {
  const keys = keysOf(pointer);
  if (property !== undefined && keys.at(-1) === property) keys.pop();
  const isMember = typeName === 'Schema' && keys.at(-2) === 'properties';
  const type = isMember ? 'field' : typeName.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  const key = keys.at(-1) ?? 'of the document';
  if (parameter === undefined) return key === type ? type : `${type} ${key}`;
  return typeName === 'Parameter' ? `parameter ${parameter}` : `${type} of the parameter ${parameter}`;
}

/** The engine's sentence without the names of the form that it was given. */
const readable = (message: string): string =>
  message.replace(/`([^`]*; envelope=[^`]*)`/g, (_, key: string) => {
    const { type, envelope } = envelopeOf(key);
    return `\`${type}\` of the envelope \`${envelope}\``;
  });
