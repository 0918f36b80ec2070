import { readFileSync } from 'node:fs';
import { type Complaint, load } from '../tool.ts';

export const title = '@readme/openapi-parser';

interface Parser {
  validate(document: unknown): Promise<{ errors?: Message[]; warnings: Message[] }>;
}
interface Message {
  message: string;
}

export async function check(file: string): Promise<Complaint[]> {
  const { validate } = await load<Parser>(title);
  const { errors = [], warnings } = await validate(JSON.parse(readFileSync(file, 'utf8')));
  return [...errors, ...warnings].map(({ message }) => ({ text: message, detail: '' }));
}
