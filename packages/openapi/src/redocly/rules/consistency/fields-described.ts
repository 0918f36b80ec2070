import { isRecord, items, members } from '../../../openapi/node.ts';
import type { Document, Path } from '../../../openapi/openapi.ts';
import { walk } from '../../../openapi/walk.ts';
import type { DocumentedMedia, DocumentedOperation, DocumentedParameter } from '../../../operations/read-operations.ts';
import { operationsOf } from '../../operations.ts';
import type { Check, RuleFinding } from '../../rule.ts';

/**
 * Checks that each body field and each operation parameter has a description and an example. The query operation does not need
 * examples, because some tools send every parameter that has an example. An object or list with described fields does not need
 * an example; a constant is its own example. A field that several envelopes have needs only one description.
 */
export const check: Check = (document: Document) => {
  const read = operationsOf(document);
  if (!read) return [];
  const operations = [read.wire, ...read.operations];
  const media = operations.flatMap(({ responses }) => responses).flatMap((response) => response.media);
  return [
    ...parametersOf(read.wire, () => true),
    ...read.operations.flatMap((operation) => parametersOf(operation, hasValue)),
    ...media.flatMap(fieldFindings),
  ];
};

const parametersOf = (
  { parameters }: DocumentedOperation,
  isShown: (parameter: DocumentedParameter) => boolean,
): RuleFinding[] =>
  parameters.flatMap((parameter) =>
    lacking(
      `${parameter.in} parameter ${parameter.name}`,
      isDescribed(parameter.node),
      isShown(parameter),
      parameter.at,
    ),
  );

const hasValue = ({ node, schema }: DocumentedParameter): boolean =>
  hasExample(node) || hasExample(schema) || 'const' in schema;

/** Returns findings without the operation name, so that a shared schema is reported once. */
function fieldFindings({ at, schema }: DocumentedMedia): RuleFinding[] {
  // A field that a `not` excludes is not a field of the body.
  const objects = [...walk(schema, [...at, 'schema'])].filter((one) => !one.named && !one.at.includes('not'));
  const fields = objects.flatMap(({ node, at }) =>
    members(node.properties).flatMap(([name, field]) => (isRecord(field) ? [{ name, field, at }] : [])),
  );
  const described = new Set(fields.filter(({ field }) => isDescribed(field)).map(({ name }) => name));
  return fields.flatMap(({ name, field, at }) =>
    lacking(`field ${name}`, described.has(name), isShown(field), [...at, 'properties', name]),
  );
}

const isDescribed = (node: { description?: unknown }): boolean =>
  typeof node.description === 'string' && node.description.trim() !== '';

function lacking(what: string, described: boolean, shown: boolean, at: Path): RuleFinding[] {
  return [
    ...(described ? [] : [{ message: `${what}: expected a description, found none`, at }]),
    ...(shown ? [] : [{ message: `${what}: expected an example, found none`, at }]),
  ];
}

const hasExample = (node: object): boolean => ['example', 'examples'].some((key) => key in node);

const hasFields = (schema: unknown): boolean =>
  isRecord(schema) && (isRecord(schema.properties) || items(schema.allOf).some(hasFields));

const isShown = (field: Record<string, unknown>): boolean =>
  hasExample(field) || 'const' in field || 'default' in field || hasFields(field) || hasFields(field.items);
