import { isDeepStrictEqual } from 'node:util';
import { type Document, DocumentError } from '../../../openapi/openapi.ts';
import { errorSchema } from '../../../operations/error-schema.ts';
import { errorForm } from '../../../operations/operation-table.ts';
import { type DocumentedResponse, jsonOf } from '../../../operations/read-operations.ts';
import type { OperationTable } from '../../../selectors/index.ts';
import { operationsOf } from '../../operations.ts';
import type { Check, RuleFinding } from '../../rule.ts';

type ErrorForm = OperationTable['error'];

/** Checks that programs can build every error body: constants and exactly one string, with the same schema for every status. */
export const check: Check = (document) => {
  const { operations = [] } = operationsOf(document) ?? {};
  if (operations.length === 0) return [];
  try {
    const expected = errorForm(document);
    const errors = operations.flatMap(({ responses }) => responses.filter(({ status }) => /^[45]/.test(status)));
    return errors.flatMap((response) => compare(document, response, expected));
  } catch (error) {
    if (error instanceof DocumentError) return [{ message: error.message, at: error.at }];
    throw error;
  }
};

/** Returns findings without the operation name, so that a shared response is reported once. */
function compare(document: Document, response: DocumentedResponse, expected: ErrorForm): RuleFinding[] {
  const media = jsonOf(response);
  if (!media) return [];
  const form = errorSchema(document, media.schema);
  const at = [...media.at, 'schema'];
  const { status } = response;
  if (typeof form === 'string') return [{ message: `status ${status}: ${form}`, at }];
  if (isDeepStrictEqual(form, expected)) return [];
  const found = `found ${shown(form)}; use one error schema`;
  return [{ message: `status ${status}: expected the common error body, ${shown(expected)}, ${found}`, at }];
}

const shown = ({ fixed, text }: ErrorForm): string => JSON.stringify({ ...fixed, [text]: '…' });
