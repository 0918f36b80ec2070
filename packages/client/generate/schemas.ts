import { readableName } from '@vehicle-lookup/openapi';
import type { ClientModel } from './operations.ts';
import { parseDescription, payloads } from './parse.ts';
import type { Member, ParsedShape, ScalarKind } from './shape.ts';
import { key } from './text.ts';

type JsonSchema = Record<string, unknown>;

const MONTH: JsonSchema = { type: 'string', pattern: '^\\d{4}-\\d{2}$' };

const SCALARS: Record<ScalarKind, JsonSchema> = {
  text: { type: 'string' },
  number: { type: 'number' },
  positive: { type: 'integer', minimum: 1 },
  month: MONTH,
  period: { type: 'object', properties: { from: MONTH, to: MONTH } },
  quantity: {
    type: 'object',
    properties: {
      text: { type: 'string' },
      min: { type: 'number' },
      max: { type: 'number' },
      unit: { type: 'string' },
    },
    required: ['text'],
  },
  asIs: {},
};

/** Emits a JSON Schema for the data of each operation, with readable names. */
export function emitSchemas(model: ClientModel): string {
  const entries = payloads(model).map(([id, { shape }]) => `  ${key(id)}: ${JSON.stringify(schemaOf(shape))},\n`);
  return `/** JSON Schemas of each operation's data, with readable names. \`x-assumes\` lists the assumptions on which a field's meaning is based. */
export const schemas: Record<string, object> = {
${entries.join('')}};`;
}

/** Returns a schema without the record descriptions, which refer to wire values. */
function schemaOf(shape: ParsedShape): JsonSchema {
  if (shape.kind === 'list') return { type: 'array', items: schemaOf(shape.items) };
  if (shape.kind !== 'record') return SCALARS[shape.kind];
  const { members } = shape;
  const required = members.filter((member) => member.required).map(nameOf);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map((member) => [nameOf(member), memberSchema(member)])),
    ...(required.length > 0 && { required }),
  };
}

const nameOf = ({ name, label }: Member): string => (label === undefined ? name : readableName(`${label}`));

function memberSchema({ shape, description, assumes }: Member): JsonSchema {
  const text = parseDescription(description, shape);
  return {
    ...schemaOf(shape),
    ...(text && { description: text }),
    ...(assumes.length > 0 && { 'x-assumes': assumes }),
  };
}
