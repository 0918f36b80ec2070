import { type DocumentedParameter, member, members } from '@vehicle-lookup/openapi';
import type { Contract } from '../contract/contract.ts';
import { deprecationText } from '../contract/deprecation.ts';
import { type Field, idOf, type Limit, limitsAt } from '../contract/fields.ts';
import { sourcesOf } from '../contract/provenance.ts';
import { assumedBy, code, toAssumption, toClause } from '../markdown/write.ts';
import type { Widget } from '../page.ts';
import { type FieldRow, rows } from './rows.ts';

/** A row shows at most this many example values, each of at most this length. */
const MOST_VALUES = 3;
const LONGEST_VALUE = 20;

/** What the rows have in addition: a prefix of their ids, or else no ids, and values of examples, by field name. */
type Additions = { prefix?: string | undefined; values?: ReadonlyMap<string, readonly string[]> };

/** The fields of a body. */
export const fieldRows = (contract: Contract, fields: readonly Field[], additions: Additions = {}): Widget =>
  rows(fields.map((field) => fieldRow(contract, field, additions)));

function fieldRow(contract: Contract, field: Field, additions: Additions): FieldRow {
  const { prefix, values } = additions;
  const { name, path, type, schema, elements, constant, limits, pointer } = field;
  const { clauses, assumptions } = sourcesOf(contract, pointer, schema);
  const label = schema['x-label'];
  const shown = (values?.get(name) ?? []).filter(({ length }) => length <= LONGEST_VALUE).slice(0, MOST_VALUES);
  return {
    id: prefix && idOf(prefix, path),
    name,
    path,
    label: label === undefined ? undefined : String(label),
    type,
    flags: [
      ...(type === 'never sent' || field.isRequired ? [] : ['may be absent']),
      ...(field.mayBeEmpty ? ['may be empty'] : []),
    ],
    text: sentences(
      field.description,
      elements && `Each: ${elements}`,
      constant !== undefined &&
        !field.description.includes(`\`${constant}\``) &&
        `Always ${code(JSON.stringify(constant))}.`,
      constant === undefined &&
        shown.length > 0 &&
        `For example ${shown.map((value) => `\`\` ${value} \`\``).join(', ')}.`,
      deprecationText(schema),
    ),
    more: moreOf(contract, limits, clauses, assumptions),
    rows: field.fields.map((one) => fieldRow(contract, one, additions)),
  };
}

/** The parameters of an operation. The credentials come last. */
export function parameterRows(
  contract: Contract,
  operation: string,
  parameters: readonly DocumentedParameter[],
): Widget {
  const { credentials } = contract.table;
  const own = parameters.filter(({ name }) => !credentials.includes(name));
  return rows([
    ...own.map((parameter) => parameterRow(contract, operation, parameter)),
    ...credentials.map((name) => rowOf(name, 'string', true, credentialText(contract, name))),
  ]);
}

function parameterRow(contract: Contract, operation: string, parameter: DocumentedParameter): FieldRow {
  const { name, required, selector, schema, example, node, at } = parameter;
  const deprecated = deprecationText(node);
  if (selector !== undefined)
    return rowOf(
      name,
      `always ${selector}`,
      required,
      sentences('Selects this operation.', otherwise(contract, operation), deprecated),
    );
  const text = sentences(
    node.description,
    example !== undefined && `For example ${code(String(example))}.`,
    deprecated,
  );
  const limits = limitsAt(contract.document, [...at, 'schema']);
  return rowOf(name, String(schema.type ?? 'string'), required, text, moreOf(contract, limits, [], []));
}

const rowOf = (name: string, type: string, required: boolean, text: string, more: FieldRow['more'] = []): FieldRow => ({
  id: idOf('parameter', name),
  name,
  path: name,
  type,
  flags: [required ? 'required' : 'optional'],
  text,
  more,
  rows: [],
});

const sentences = (...texts: readonly (string | undefined | false)[]): string => texts.filter(Boolean).join(' ');

/** The limits of a value, and the clauses and assumptions on which it rests. */
function moreOf(
  { findBasis }: Contract,
  limits: readonly Limit[],
  clauses: string[],
  assumptions: string[],
): FieldRow['more'] {
  const rules = limits.map(({ text, pointer }) => `${code(text)}${assumedBy(findBasis(pointer)?.assumptions ?? [])}`);
  const kinds = { Rules: rules, Stated: clauses.map(toClause), Assumed: assumptions.map(toAssumption) };
  return Object.entries(kinds).flatMap(([name, texts]) => (texts.length > 0 ? [[name, texts.join(', ')]] : []));
}

/** The description of a credential, without its assumptions, which are in the reference. */
function credentialText({ document }: Contract, name: string): string {
  const schemes = members(document.components?.securitySchemes).map(([, scheme]) => scheme);
  const scheme = schemes.find((one) => member(one, 'name') === name);
  return String(member(scheme, 'description') ?? 'Your account.').split(' Assumed: ')[0] ?? '';
}

/** The effect of a request without its selector: the operation without selectors, if the request has its parameters. */
function otherwise({ table, assumptions }: Contract, id: string): string {
  const fallback = table.operations.find(({ selectors }) => Object.keys(selectors).length === 0);
  if (!fallback || !assumptions.has('default-operation')) return '';
  const own = table.operations.find((one) => one.id === id)?.parameters ?? {};
  return Object.keys(fallback.parameters).every((name) => name in own)
    ? `Without it, the request selects ${code(fallback.id)}.`
    : `Assumed: without it, the service returns 400 (${toAssumption('default-operation')}).`;
}
