import { readFileSync } from 'node:fs';
import { type Complaint, load } from '../tool.ts';

export const title = '@scalar/openapi-parser';

interface Parser {
  validate(document: unknown): Promise<{ errors?: { message: string; path?: unknown }[] }>;
}

export async function check(file: string): Promise<Complaint[]> {
  const { validate } = await load<Parser>(title);
  const { errors = [] } = await validate(JSON.parse(readFileSync(file, 'utf8')));
  return errors.map(({ message, path = '' }) => ({ text: message, detail: String(path) }));
}
