import { type DocumentedParameter, member, members } from '@vehicle-lookup/openapi';
import type { Contract } from '../contract/contract.ts';
import { deprecationText } from '../contract/deprecation.ts';
import { type Field, idOf, type Limit, limitsAt } from '../contract/fields.ts';
import { sourcesOf } from '../contract/provenance.ts';
import { assumedBy, code, toAssumption, toClause } from '../markdown/write.ts';
import type { Widget } from '../page.ts';
import { type FieldRow, rows } from './rows.ts';

/** Maximum number of example values in a row, and maximum length of a value. */
const MOST_VALUES = 3;
const LONGEST_VALUE = 20;

/** Additions to the rows: an id prefix (without a prefix, rows have no ids), and example values by field name. */
type Additions = { prefix?: string | undefined; values?: ReadonlyMap<string, readonly string[]> };

/** Returns rows for the fields of a body. */
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

/** Returns rows for the parameters of an operation. The credentials come last. */
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

/** Returns the limits of a value, and the clauses and assumptions on which the value is based. */
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

/** Returns the description of a credential, without its assumptions, which the reference shows. */
function credentialText({ document }: Contract, name: string): string {
  const schemes = members(document.components?.securitySchemes).map(([, scheme]) => scheme);
  const scheme = schemes.find((one) => member(one, 'name') === name);
  return String(member(scheme, 'description') ?? 'Your account.').split(' Assumed: ')[0] ?? '';
}

/** Describes a request without its selector, which selects the operation without selectors if the parameters match. */
function otherwise({ table, assumptions }: Contract, id: string): string {
  const fallback = table.operations.find(({ selectors }) => Object.keys(selectors).length === 0);
  if (!fallback || !assumptions.has('default-operation')) return '';
  const own = table.operations.find((one) => one.id === id)?.parameters ?? {};
  return Object.keys(fallback.parameters).every((name) => name in own)
    ? `Without this parameter, the request selects ${code(fallback.id)}.`
    : `Assumed: without this parameter, the service returns 400 (${toAssumption('default-operation')}).`;
}
