import { readFileSync } from 'node:fs';
import { type Complaint, complaintOf, load } from '../tool.ts';

export const title = 'openapi-examples-validator';

interface Validator {
  default: { validateExamples(document: unknown): Promise<{ errors: { message: string; examplePath?: string }[] }> };
}

export async function check(file: string): Promise<Complaint[]> {
  const { validateExamples } = (await load<Validator>(title)).default;
  try {
    const { errors } = await validateExamples(JSON.parse(readFileSync(file, 'utf8')));
    return errors.map(({ message, examplePath = '' }) => ({ text: message, detail: examplePath }));
  } catch (error) {
    return [complaintOf(error)];
  }
}
