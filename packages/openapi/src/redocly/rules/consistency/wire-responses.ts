import { isDeepStrictEqual } from 'node:util';
import { isRecord, items, member } from '../../../openapi/node.ts';
import type { DocumentedMedia, DocumentedOperation } from '../../../operations/read-operations.ts';
import { operationsOf } from '../../operations.ts';
import type { Check, RuleFinding } from '../../rule.ts';

/**
 * Checks that the query operation has exactly the responses of the operations: their statuses, and an `anyOf` of their bodies,
 * each with a unique title.
 */
export const check: Check = (document) => {
  const read = operationsOf(document);
  if (!read) return [];
  const { wire, operations } = read;
  const statuses = new Set([wire, ...operations].flatMap(({ responses }) => responses.map(({ status }) => status)));
  return [...statuses].flatMap((status) => compare(wire, operations, status));
};

/** One media type of one response of an operation. */
interface Answer {
  id: string;
  media: DocumentedMedia;
}

function compare(wire: DocumentedOperation, operations: DocumentedOperation[], status: string): RuleFinding[] {
  const own = wire.responses.find((response) => response.status === status);
  const declared = operations.flatMap(({ id, responses }) =>
    responses.filter((response) => response.status === status).map((response) => ({ id, response })),
  );
  const ids = declared.map(({ id }) => id).join(', ');
  if (!own) {
    const message = `status ${status}: expected on the query operation, because ${ids} declares it`;
    return [{ message, at: [...wire.at, 'responses'] }];
  }
  if (declared.length === 0) {
    return [{ message: `status ${status}: expected an operation that declares it, found none`, at: own.at }];
  }
  const answers = declared.flatMap(({ id, response }) => response.media.map((media): Answer => ({ id, media })));
  const types = new Set([...own.media, ...answers.map(({ media }) => media)].map(({ type }) => type));
  return [...types].flatMap((type) => {
    const found = own.media.find((media) => media.type === type);
    const expected = answers.filter(({ media }) => media.type === type);
    const where = `status ${status}, ${type}`;
    if (!found)
      return [{ message: `${where}: expected on the query operation, because an operation returns it`, at: own.at }];
    if (expected.length === 0)
      return [{ message: `${where}: expected an operation that returns it, found none`, at: found.at }];
    return compareSchemas(where, found, expected);
  });
}

function compareSchemas(where: string, own: DocumentedMedia, answers: Answer[]): RuleFinding[] {
  const at = [...own.at, 'schema'];
  if (answers.every(({ media }) => isDeepStrictEqual(media.schema, own.schema))) return [];
  const alternatives = items(member(own.schema, 'anyOf'));
  const missing = answers.filter(({ media }) => !alternatives.some((schema) => isSameButTitle(schema, media.schema)));
  if (alternatives.length === 0) {
    const ids = missing.map(({ id }) => id).join(', ');
    return [{ message: `${where}: expected an anyOf of the schemas of ${ids} on the query operation, found none`, at }];
  }
  const unknown = [...alternatives.keys()].filter(
    (index) => !answers.some(({ media }) => isSameButTitle(media.schema, alternatives[index])),
  );
  const titles = alternatives.map((schema) => member(schema, 'title'));
  const untold = [...titles.keys()].filter(
    (index) => typeof titles[index] !== 'string' || titles.indexOf(titles[index]) !== index,
  );
  return [
    ...missing.map(({ id }) => ({
      message: `${where}: expected the schema of ${id} in the query operation's anyOf, found none`,
      at: [...at, 'anyOf'],
    })),
    ...unknown.map((index) => ({
      message: `${where}: expected the schema of an operation, found a schema that no operation returns`,
      at: [...at, 'anyOf', index],
    })),
    ...untold.map((index) => ({
      message: `${where}: expected a title that no other schema in anyOf has, found ${JSON.stringify(titles[index]) ?? 'none'}`,
      at: [...at, 'anyOf', index, 'title'],
    })),
  ];
}

/** Ignores titles, because a title names the response in the query operation, but the envelope in other operations. */
const isSameButTitle = (a: unknown, b: unknown): boolean => isDeepStrictEqual(untitled(a), untitled(b));

const untitled = (schema: unknown): unknown => (isRecord(schema) ? { ...schema, title: undefined } : schema);
