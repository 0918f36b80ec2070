import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageMember, LanguageModel, LanguageOperation, LanguageRecord } from '../languages.ts';
import type { InputCheck } from '../methods.ts';
import type { ParsedShape } from '../shape.ts';

const TYPES: Record<string, string> = {
  text: 'str',
  number: 'int | float',
  positive: 'int',
  month: 'str',
  period: 'Period',
  quantity: 'Quantity',
  asIs: 'Any',
};
const READERS: Record<string, string> = { text: '_text_value', asIs: '_as_is' };

/** Emits the client: the template, in which facts from the document replace the marks. */
export function emitPython(model: LanguageModel): string {
  const template = readFileSync(join(import.meta.dirname, 'template.py'), 'utf8');
  const names = [...model.identity, ...model.secrets];
  const declared = new Set<string>();
  const inputs = inputsOf(model);
  const marks: Record<string, string> = {
    NEXT: model.next
      .map(([code, text]) => `    ${quote(code)}: ${quote(text.replace('baseUrl', 'base_url'))},`)
      .join('\n'),
    PUBLIC: model.records.map(({ name }) => `${quote(name)},`).join(' '),
    META: model.meta.map(({ name, about }) => `    ${snake(name)}: str | None = None\n${doc(about, 4)}`).join('\n'),
    CLASSES: model.records.map(emitClass).join('\n\n\n'),
    CREDENTIALS: names.map((name) => `${snake(name)}: str`).join(', '),
    ACCOUNT: names.map((name) => `${quote(name)}: ${snake(name)}`).join(', '),
    NAMES: names.map(snake).join(', '),
    SECRETS: model.secrets.map((name) => `${quote(name)},`).join(' '),
    METHODS: model.operations.map((operation) => emitMethod(operation, inputs)).join('\n\n'),
    INPUTS: [...inputs].map(([call, name]) => `${name} = ${call}`).join('\n'),
    READERS: model.records.map((record) => emitReader(record, declared)).join('\n'),
    PATH_PATTERN: model.path.replace(/\W/g, '\\$&'),
    PATH: model.path,
    VERSION: model.version,
    SUCCESS: `${model.success}`,
    FAILURE_TEXT: model.failureText,
    FAILURE: model.failure.map(([name, value]) => `${quote(name)}: ${literal(value)}`).join(', '),
    MARKS: model.failure.map(([name]) => quote(name)).join(', '),
    READ_META: model.meta.map(({ name, wire }) => `, ${snake(name)}=meta(${quote(wire)})`).join(''),
  };
  const pattern = new RegExp(`#(${Object.keys(marks).join('|')})\\b`, 'g');
  return template.replace(pattern, (_, name: string) => marks[name] ?? '');
}

function emitClass({ name, about, members }: LanguageRecord): string {
  const lines = members.map((member) => {
    const type = typeOf(member.shape);
    return `    ${nameOf(member)}: ${member.required ? type : `${type} | None = None`}\n${doc(member.about, 4)}`;
  });
  const extra = `    extra: Mapping[str, str] = field(default_factory=dict, hash=False)\n${doc('Fields that the document does not name, as strings.', 4)}`;
  const body = [...lines, extra].map((line) => line.replace(/\n$/, '')).join('\n');
  return `@dataclass(frozen=True, kw_only=True)\nclass ${name}:\n${doc(about || name, 4)}\n${body}`;
}

function emitMethod(operation: LanguageOperation, checks: Map<string, string>): string {
  const { id, about, selectors, inputs, shape, payload } = operation;
  const given = inputs.map(({ name, required, check }) => {
    const type = check.kind === 'integer' ? 'int' : 'str';
    return `, ${snake(name)}: ${required ? type : `${type} | None = None`}`;
  });
  const query = selectors.map(([name, value]) => `${quote(name)}: ${literal(value)}`).join(', ');
  const checked = inputs
    .map(
      (input) =>
        `(${quote(input.name)}, ${quote(snake(input.name))}, ${checks.get(inputCall(input))}, ${snake(input.name)})`,
    )
    .join(', ');
  const args = [
    quote(snake(id)),
    `{${query}}`,
    `[${checked}]`,
    reader(shape),
    payload === undefined ? 'None' : quote(payload),
  ];
  return `    def ${snake(id)}(self${given.join('')}) -> Result[${typeOf(shape)}]:
${doc(about, 8)}        return self._call(${args.join(', ')})`;
}

type Input = LanguageOperation['inputs'][number];

/** Returns the distinct checks of all inputs: the call that creates a check → the name of the check. */
function inputsOf({ operations }: LanguageModel): Map<string, string> {
  const names = new Map<string, string>();
  for (const { id, inputs } of operations) {
    for (const input of inputs) {
      const call = inputCall(input);
      const name = `_${snake(input.name)}_input`;
      const isTaken = [...names.values()].includes(name);
      if (!names.has(call)) names.set(call, isTaken ? `${name}_of_${snake(id)}` : name);
    }
  }
  return names;
}

function inputCall({ required, check }: Input): string {
  const call = check.kind === 'integer' ? `_integer(${boundsOf(check)})` : `_text(${textArguments(check).join(', ')})`;
  return required ? call : `_optional_input(${call})`;
}

const boundsOf = ({ minimum, maximum }: InputCheck & { kind: 'integer' }): string =>
  [minimum, ...(maximum === undefined ? [] : [maximum])].join(', ');

function textArguments(check: InputCheck & { kind: 'text' }): string[] {
  const pattern = check.pattern ?? `.{${check.minLength},${check.maxLength ?? ''}}`;
  const { wrong } = check;
  return [
    `r${quote(pattern)}`,
    quote(check.expected),
    ...(check.ignoreCase ? ['upper=True'] : []),
    ...(wrong ? [`wrong=r${quote(wrong.pattern)}`] : []),
    ...(wrong?.unused ? [`unused=${quote(wrong.unused)}`] : []),
  ];
}

function emitReader({ name, members }: LanguageRecord, declared: Set<string>): string {
  const lines = members.map((member) => {
    const { shape, required, wire } = member;
    const isScalar = shape.kind !== 'list' && shape.kind !== 'record';
    const read = reader(shape);
    const value = isScalar ? (required ? `_needed(${read})` : read) : required ? read : `_optional(${read})`;
    // Records may contain each other, so the reader of one record may not exist yet when the other is created.
    const isReady = recordsIn(shape).every((held) => declared.has(held));
    return `    ${quote(wire)}: (${quote(nameOf(member))}, ${isReady ? value : `lambda *given: ${value}(*given)`}),\n`;
  });
  declared.add(name);
  return `_read_${snake(name)}: _Reader = _record(${name}, {\n${lines.join('')}})  # fmt: skip`;
}

function reader(shape: ParsedShape): string {
  if (shape.kind === 'record') return `_read_${snake(shape.name)}`;
  if (shape.kind === 'quantity') return `_quantity(${quote(shape.unit ?? '')})`;
  if (shape.kind !== 'list') return READERS[shape.kind] ?? `_${shape.kind}`;
  const isScalar = shape.items.kind !== 'list' && shape.items.kind !== 'record';
  return `_list(${isScalar ? `_needed(${reader(shape.items)})` : reader(shape.items)})`;
}

const recordsIn = (shape: ParsedShape): string[] =>
  shape.kind === 'list' ? recordsIn(shape.items) : shape.kind === 'record' ? [shape.name] : [];

function typeOf(shape: ParsedShape): string {
  if (shape.kind === 'record') return shape.name;
  return shape.kind === 'list' ? `list[${typeOf(shape.items)}]` : (TYPES[shape.kind] ?? 'Any');
}

// Names that a field or a parameter cannot have. `extra` and `self` are names of the generated client.
const TAKEN = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in ' +
    'is lambda nonlocal not or pass raise return try while with yield extra self'
  ).split(' '),
);

const nameOf = ({ name }: LanguageMember): string => snake(name);

/** Converts a name to snake case: `carId` → `car_id`, `from` → `from_`. */
function snake(name: string): string {
  const plain = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toLowerCase();
  return TAKEN.has(plain) ? `${plain}_` : plain;
}

const quote = (text: string): string =>
  text.includes('\\') ? `"${text.replaceAll('"', '\\"')}"` : JSON.stringify(text);
const literal = (value: unknown): string =>
  value === true ? 'True' : value === false ? 'False' : value === null ? 'None' : JSON.stringify(value);

/** Returns a wrapped docstring, or an empty string without text. */
function doc(text: string, indent: number): string {
  if (text === '') return '';
  const space = ' '.repeat(indent);
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  const lines = wrapped(safe, 118 - indent);
  const [only] = lines;
  return lines.length === 1
    ? `${space}"""${only}"""\n`
    : `${space}"""\n${lines.map((line) => `${space}${line}\n`).join('')}${space}"""\n`;
}

const wrapped = (text: string, width: number): string[] =>
  text.match(new RegExp(`\\S.{0,${width - 1}}(?= |$)|\\S+`, 'g')) ?? [''];
