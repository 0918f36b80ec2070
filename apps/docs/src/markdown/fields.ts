import { member } from '@vehicle-lookup/document';
import type { Contract } from '../model/contract.ts';
import { deprecationText } from '../model/deprecation.ts';
import type { Field } from '../model/fields.ts';
import type { MarkdownLinks } from './links.ts';
import { bullets, code } from './text.ts';

/** The members of a body, each with its path from the body. */
export const fieldBullets = (contract: Contract, fields: readonly Field[], links: MarkdownLinks): string =>
  bullets(flat(fields).map((field) => fieldLine(contract, field, links)));

const flat = (fields: readonly Field[]): Field[] => fields.flatMap((field) => [field, ...flat(field.fields)]);

function fieldLine(contract: Contract, field: Field, links: MarkdownLinks): string {
  const { path, type, schema, constant, elements, limits } = field;
  const label = schema['x-label'] === undefined ? [] : [String(schema['x-label'])];
  const presence = type === 'never sent' ? [] : [field.isRequired ? 'required' : 'may be absent'];
  const flags = [type, ...presence, ...(field.mayBeEmpty ? ['may be empty'] : []), ...label].join(', ');
  const { clauses = [], assumptions = [] } = contract.findOwner(field.pointer) ?? {};
  const meanings = [member(schema['x-assumes'], 'meaning') ?? []].flat().map(String);
  const texts = [
    field.description,
    elements === '' ? '' : `Each: ${elements}`,
    constant === undefined ? '' : `Always ${code(JSON.stringify(constant))}.`,
    deprecationText(schema) ?? '',
    limits.length > 0 ? `Rules: ${limits.map(({ text }) => code(text)).join(', ')}.` : '',
    clauses.length > 0 ? `Stated in ${clauses.map(links.clause).join(', ')}.` : '',
    [...assumptions, ...meanings].length > 0
      ? `Assumed: ${[...new Set([...assumptions, ...meanings])].map(links.assumption).join(', ')}.`
      : '',
  ];
  return `${code(path)} (${flags}): ${texts.filter(Boolean).join(' ')}`;
}
