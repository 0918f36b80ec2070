import type { ClientModel } from './operations.ts';
import { type Member, type ParsedShape, type Payload, payloadOf, type ScalarKind } from './shape.ts';
import { camel, capital, declaration, docComment, key, object, quote } from './text.ts';

export type RecordShape = Extract<ParsedShape, { kind: 'record' }>;

const TYPES: Record<ScalarKind, string> = {
  text: 'string',
  number: 'number',
  positive: 'number',
  month: 'string',
  period: 'Period',
  quantity: 'Quantity',
  asIs: 'unknown',
};

/** Returns the payload of every operation. */
export const payloads = ({ document, operations }: ClientModel): [id: string, payload: Payload][] =>
  operations.map(({ id, body }) => [id, payloadOf(document, body, recordName(id))]);

/** Returns a name for a record that is not a component. */
const recordName = (id: string): string => `${capital(camel(id))}Data`;

/**
 * Returns the name of the function that parses a payload. The name comes from the record, so that operations with the same payload
 * share the function: `parseVehicle`, `parseVehicles`, `parseCatalogueEntries`. Without a record, the name comes from the operation.
 */
export function parserName(id: string, { shape }: Payload): string {
  const item = shape.kind === 'list' ? shape.items : shape;
  if (item.kind !== 'record') return `parse${capital(camel(id))}`;
  const plural = item.name.endsWith('y') ? `${item.name.slice(0, -1)}ies` : `${item.name}s`;
  return `parse${shape.kind === 'list' ? plural : item.name}`;
}

/** Emits the parsed types, their readers, and a function for each payload. */
export function emitParse(model: ClientModel): string {
  const all = payloads(model);
  const records = recordsOf(model);
  const used = new Set<string>();
  const declared = new Set<string>();
  const readers = inOrder(records).map((record) => {
    const text = emitReader(record, declared, used);
    declared.add(record.name);
    return text;
  });
  const parser = new Map(
    all.map(([id, payload]) => {
      const args = [reader(payload.shape, used), ...(payload.member ? [quote(payload.member)] : [])];
      const name = parserName(id, payload);
      return [
        name,
        `export const ${name}: Parser<${typeOf(payload.shape)}> = /*#__PURE__*/ parser(${args.join(', ')});`,
      ];
    }),
  );
  const interfaces = records.map(emitInterface).join('\n');
  const types = ['Period', 'Quantity', 'Reader'].filter(
    (name) => name === 'Reader' || interfaces.includes(`: ${name};`),
  );
  const imports = [...(records.length ? ['record'] : []), ...used].sort().concat(types.map((name) => `type ${name}`));
  return [
    `import { ${imports.join(', ')} } from './read.ts';`,
    "import { type Parser, parser } from './parser.ts';",
    '',
    interfaces,
    declaration(
      'The parsed payload of each operation.',
      'ParsedData',
      all.map(([id, { shape }]) => `${key(id)}: ${typeOf(shape)}`),
    ),
    readers.join('\n'),
    '',
    [...parser.values()].join('\n'),
  ].join('\n');
}

/** Returns the distinct records of all payloads, without the sentences in their descriptions about empty wire values. */
export function recordsOf(model: ClientModel): RecordShape[] {
  const records = new Map<string, RecordShape>();
  for (const [, { shape }] of payloads(model)) collect(shape, records);
  return [...records.values()].map((record) => ({
    ...record,
    description: `${record.description ?? ''}`.replace(
      / (A field without a value is an empty string|Any field may be empty)[^.]*\./,
      '',
    ),
  }));
}

/** Collects the records. If a record occurs with different numbers of forms, the occurrence with the most forms is used. */
function collect(shape: ParsedShape, records: Map<string, RecordShape>): void {
  if (shape.kind === 'list') collect(shape.items, records);
  if (shape.kind !== 'record') return;
  if ((records.get(shape.name)?.forms ?? 0) < shape.forms) records.set(shape.name, shape);
  for (const member of shape.members) collect(member.shape, records);
}

const recordIn = (shape: ParsedShape): string[] =>
  shape.kind === 'list' ? recordIn(shape.items) : shape.kind === 'record' ? [shape.name] : [];

/** Sorts records so that each comes after the records that it contains. */
export function inOrder(records: RecordShape[]): RecordShape[] {
  const ordered = new Set<RecordShape>();
  const begun = new Set<string>();
  const visit = (record: RecordShape) => {
    if (begun.has(record.name)) return;
    begun.add(record.name);
    const held = record.members.flatMap(({ shape }) => recordIn(shape));
    for (const one of records) if (held.includes(one.name)) visit(one);
    ordered.add(record);
  };
  records.forEach(visit);
  return [...ordered];
}

function typeOf(shape: ParsedShape): string {
  if (shape.kind === 'record') return shape.name;
  return shape.kind === 'list' ? `${typeOf(shape.items)}[]` : TYPES[shape.kind];
}

function emitInterface({ name, description, members }: RecordShape): string {
  const lines = members.map(({ name: member, description: text, label, required, shape }) => {
    const called = label ? `${label}: ` : '';
    return `${docComment(called + parseDescription(text, shape), '  ')}  ${key(member)}${required ? '' : '?'}: ${typeOf(shape)};\n`;
  });
  return `${docComment(description)}export interface ${name} {\n${lines.join('')}}\n`;
}

/** Descriptions of parsed values that differ from their wire values. */
const PARSED: Partial<Record<ScalarKind, string>> = {
  number: 'A number; absent if there is none.',
  month: '`YYYY-MM`.',
  period: '`from` and `to` as `YYYY-MM`; a missing month is absent.',
  quantity: 'Its `text` and, if it is a quantity, its `unit`, `min` and `max` as numbers.',
};

/** Returns the description of a field, without the clauses about the format of the wire value. */
export function parseDescription(text: unknown, { kind }: ParsedShape): string {
  const parsed = PARSED[kind as ScalarKind];
  const clauses = `${text ?? ''}`
    .replace(/[,;] (?:`[^`]*`|may be empty|(?:an )?empty [^.;]*)(?=[.;]|$)/g, '')
    .replace(' or be empty', '');
  // A list of forms does not describe the value.
  const subject = kind === 'quantity' ? 'The value.' : clauses;
  return [subject, parsed].filter(Boolean).join(' ');
}

/** Emits the reader of a record. Optional strings are omitted, because fields without a reader are read as strings. */
function emitReader({ name, members }: RecordShape, declared: Set<string>, used: Set<string>): string {
  const described = members.filter(({ shape, required }) => shape.kind !== 'text' || required);
  const entries = described.map((member) => emitMember(member, declared, used));
  return `const read${name}: Reader<${name}> = /*#__PURE__*/ record(${object(entries)});`;
}

function emitMember({ name, shape, required }: Member, declared: Set<string>, used: Set<string>): string {
  const isScalar = shape.kind !== 'list' && shape.kind !== 'record';
  const read = reader(shape, used);
  const value =
    required && isScalar ? call('needed', read, used) : isScalar || required ? read : call('optional', read, used);
  // Records may contain each other, so the reader of one record may not be defined yet when the other is created.
  return recordIn(shape).some((held) => !declared.has(held))
    ? `get ${key(name)}(): Reader<unknown> { return ${value}; }`
    : `${key(name)}: ${value}`;
}

function reader(shape: ParsedShape, used: Set<string>): string {
  if (shape.kind === 'record') return `read${shape.name}`;
  if (shape.kind === 'quantity') return call('quantity', quote(shape.unit ?? ''), used);
  if (shape.kind !== 'list') {
    used.add(shape.kind);
    return shape.kind;
  }
  const items = reader(shape.items, used);
  const isScalar = shape.items.kind !== 'list' && shape.items.kind !== 'record';
  return call('list', isScalar ? call('needed', items, used) : items, used);
}

function call(name: string, argument: string, used: Set<string>): string {
  used.add(name);
  // Without the mark on inner calls, a bundler keeps unused code.
  return `/*#__PURE__*/ ${name}(${argument})`;
}
