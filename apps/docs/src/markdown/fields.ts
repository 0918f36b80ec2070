import type { Contract } from '../contract/contract.ts';
import { deprecationText } from '../contract/deprecation.ts';
import type { Field, Limit } from '../contract/fields.ts';
import { sourcesOf } from '../contract/sources.ts';
import type { MarkdownLinks } from './links.ts';
import { bullets, code } from './text.ts';

/** The fields of a body, each with its path from the body. */
export const fieldBullets = (contract: Contract, fields: readonly Field[], links: MarkdownLinks): string =>
  bullets(flat(fields).map((field) => fieldLine(contract, field, links)));

const flat = (fields: readonly Field[]): Field[] => fields.flatMap((field) => [field, ...flat(field.fields)]);

function fieldLine(contract: Contract, field: Field, links: MarkdownLinks): string {
  const { path, type, schema, constant, elements, limits } = field;
  const label = schema['x-label'] === undefined ? [] : [String(schema['x-label'])];
  const presence = type === 'never sent' ? [] : [field.isRequired ? 'required' : 'may be absent'];
  const flags = [...label, type, ...presence, ...(field.mayBeEmpty ? ['may be empty'] : [])].join(' ');
  const { clauses, assumptions } = sourcesOf(contract, field.pointer, schema);
  const texts = [
    field.description,
    elements === '' ? '' : `Each: ${elements}`,
    constant === undefined ? '' : `Always ${code(JSON.stringify(constant))}.`,
    deprecationText(schema) ?? '',
    ruleText(contract, limits, links),
    clauses.length > 0 ? `Stated in ${clauses.map(links.clause).join(', ')}.` : '',
    assumptions.length > 0 ? `Assumed: ${assumptions.map(links.assumption).join(', ')}.` : '',
  ];
  return `${code(path)} ${flags}: ${texts.filter(Boolean).join(' ')}`;
}

/** What limits a value, each with the assumption on which it rests. */
export function ruleText({ findBasis }: Contract, limits: readonly Limit[], links: MarkdownLinks): string {
  const rules = limits.map(({ text, pointer }) => {
    const { assumptions = [] } = findBasis(pointer) ?? {};
    return `${code(text)}${assumedBy(assumptions, links)}`;
  });
  return rules.length > 0 ? `Rules: ${rules.join(', ')}.` : '';
}

/** The mark of what is assumed; empty if nothing is. */
export const assumedBy = (assumptions: readonly string[], links: MarkdownLinks): string =>
  assumptions.length === 0 ? '' : ` (assumed: ${assumptions.map(links.assumption).join(', ')})`;
