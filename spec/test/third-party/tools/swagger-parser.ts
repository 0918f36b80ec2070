import { readFileSync } from 'node:fs';
import { type Complaint, complaintOf, load } from '../tool.ts';

export const title = '@apidevtools/swagger-parser';

interface Parser {
  default: { validate(document: unknown): Promise<unknown> };
}

export async function check(file: string): Promise<Complaint[]> {
  const { default: parser } = await load<Parser>(title);
  const rejected = await parser.validate(JSON.parse(readFileSync(file, 'utf8'))).then(() => undefined, complaintOf);
  return rejected ? [rejected] : [];
}
