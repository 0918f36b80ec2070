import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageModel, LanguageOperation, LanguageRecord } from '../languages.ts';
import type { InputCheck } from '../methods.ts';
import type { ParsedShape } from '../shape.ts';

const TYPES: Record<string, string> = {
  text: 'string',
  number: 'float|int',
  positive: 'int',
  month: 'string',
  period: 'Period',
  quantity: 'Quantity',
  asIs: 'mixed',
};

/** Emits the client: the template, in which facts from the document replace the marks. */
export function emitPhp(model: LanguageModel): string {
  const template = readFileSync(join(import.meta.dirname, 'template.php'), 'utf8');
  const names = [...model.identity, ...model.secrets];
  const marks: Record<string, string> = {
    NEXT: model.next.map(([code, text]) => `        ${quote(code)} => ${quote(text)},`).join('\n'),
    META_PARAMS: model.meta.map(({ name, about }) => `     * @param ?string $${name} ${safe(about)}`).join('\n'),
    META: model.meta.map(({ name }) => `        public readonly ?string $${name} = null,`).join('\n'),
    TYPES: model.records.map(emitType).join('\n'),
    CREDENTIALS: names.map((name) => `        #[\\SensitiveParameter] string $${variable(name)},`).join('\n'),
    ACCOUNT: names.map((name) => `${quote(name)} => $${variable(name)}`).join(', '),
    SECRET_KEYS: model.secrets.map((name) => `${quote(name)} => 1`).join(', '),
    METHODS: model.operations.map(emitMethod).join('\n\n'),
    RECORDS: model.records.map(emitRecord).join('\n'),
    PATH: model.path,
    VERSION: model.version,
    SUCCESS: `${model.success}`,
    FAILURE_TEXT: model.failureText,
    FAILURE: model.failure.map(([name, value]) => `${quote(name)} => ${literal(value)}`).join(', '),
    MARKS: model.failure.map(([name]) => `${quote(name)} => 1`).join(', '),
    READ_META: model.meta.map(({ wire }) => `, $meta(${quote(wire)})`).join(''),
  };
  const pattern = new RegExp(`#(${Object.keys(marks).join('|')})\\b`, 'g');
  return template.replace(pattern, (_, name: string) => marks[name] ?? '');
}

function emitType({ name, members }: LanguageRecord): string {
  const shapes = members.map(({ name: own, shape, required }) => {
    return `${own}: ${typeOf(shape)}${required || shape.kind === 'asIs' ? '' : '|null'}`;
  });
  return ` * @phpstan-type ${name} array{${[...shapes, 'extra: array<string, string>'].join(', ')}}`;
}

function emitMethod({ id, about, selectors, inputs, shape, payload }: LanguageOperation): string {
  const given = inputs.map(({ name, required, check }) => {
    const type = check.kind === 'integer' ? 'int' : 'string';
    // An input may be a misplaced key.
    const mark = check.kind === 'text' ? '#[\\SensitiveParameter] ' : '';
    return `${mark}${required ? type : `?${type}`} $${variable(name)}${required ? '' : ' = null'}`;
  });
  const query = selectors.map(([name, value]) => `${quote(name)} => ${literal(value)}`);
  const checked = inputs.map(({ name, check }) => {
    const args = [quote(id), quote(name), `$${variable(name)}`, ...checkArguments(check)];
    return `${quote(name)} => self::${check.kind}(${args.join(', ')})`;
  });
  const args = [quote(id), `[${query.join(', ')}]`, `[${checked.join(', ')}]`, quote(reader(shape))];
  return `    /**
     * ${safe(about)}
     *
     * @return Result<${typeOf(shape)}>
     * @throws VehicleLookupError
     */
    public function ${variable(id)}(${given.join(', ')}): Result
    {
        return $this->call(${[...args, payload === undefined ? 'null' : quote(payload)].join(', ')});
    }`;
}

function checkArguments(check: InputCheck): string[] {
  if (check.kind === 'integer')
    return [check.minimum, check.maximum].flatMap((bound) => (bound === undefined ? [] : `${bound}`));
  const { pattern, ignoreCase, wrong } = check;
  // Without the modifier u, only ASCII letters are matched. With D, a line break at the end does not match.
  const own = `/^.{${check.minLength},${check.maxLength ?? ''}}\\z/su`;
  const delimited = (source: string) => source.replaceAll('/', '\\/');
  const flags = ignoreCase ? 'i' : '';
  return [
    quote(pattern === undefined ? own : `/${delimited(pattern)}/D${flags}`),
    quote(check.expected),
    ...(ignoreCase ? ['upper: true'] : []),
    ...(wrong ? [`wrong: ${quote(`/${delimited(wrong.pattern)}/u${flags}`)}`] : []),
    ...(wrong?.unused ? [`unused: ${quote(wrong.unused)}`] : []),
  ];
}

function emitRecord({ name, members }: LanguageRecord): string {
  const lines = members.map(({ wire, name: own, shape, required }) => {
    const isScalar = shape.kind !== 'list' && shape.kind !== 'record';
    const before = isScalar === required ? (isScalar ? 'needed ' : 'optional ') : '';
    return `            ${quote(wire)} => [${quote(own)}, ${quote(before + reader(shape))}],\n`;
  });
  return `        ${quote(name)} => [\n${lines.join('')}        ],`;
}

function reader(shape: ParsedShape): string {
  if (shape.kind === 'record') return `record ${shape.name}`;
  if (shape.kind === 'quantity') return `quantity ${shape.unit ?? ''}`;
  if (shape.kind !== 'list') return shape.kind;
  const isScalar = shape.items.kind !== 'list' && shape.items.kind !== 'record';
  return `list ${isScalar ? 'needed ' : ''}${reader(shape.items)}`;
}

function typeOf(shape: ParsedShape): string {
  if (shape.kind === 'record') return shape.name;
  return shape.kind === 'list' ? `list<${typeOf(shape.items)}>` : (TYPES[shape.kind] ?? 'mixed');
}

/** Converts a name to camel case: `find-cover` → `findCover`. `this` is not a valid parameter name. */
function variable(name: string): string {
  const camel = name.replace(/\W+(.?)/g, (_, next: string) => next.toUpperCase());
  return camel === 'this' ? 'this_' : camel;
}

const quote = (text: string): string => `'${text.replace(/\\(?=['\\]|$)|'/g, '\\$&')}'`;
const literal = (value: unknown): string => (typeof value === 'string' ? quote(value) : JSON.stringify(value));
const safe = (text: string): string => text.replaceAll('*/', '* /');
