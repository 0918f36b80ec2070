import { type Document, jsonOf, readOperations } from '@vehicle-lookup/document';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Whether a document accepts a body of an operation at a status; a status without a schema accepts everything. */
export type Accepts = (operation: string, status: string, body: unknown) => boolean;

/** Validates with Ajv and the document alone, so that no code of this repository judges itself. */
export function acceptsOf(document: Document): Accepts {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: document.components } as object);
  const schemas = new Map<string, unknown>(
    readOperations(document).flatMap(({ id, responses }) =>
      responses.map((response) => [`${id} ${response.status}`, jsonOf(response)?.schema ?? true] as const),
    ),
  );
  const compiled = new Map<string, (body: unknown) => boolean>();
  return (operation, status, body) => {
    const key = `${operation} ${status}`;
    const known = compiled.get(key);
    if (known) return known(body);
    const schema = JSON.parse(JSON.stringify(schemas.get(key) ?? true).replaceAll('"#/', '"document#/'));
    const check = ajv.compile(schema);
    compiled.set(key, check);
    return check(body);
  };
}
